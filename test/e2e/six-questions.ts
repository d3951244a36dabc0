/** The conversation of six questions: what the reader asks, and what the model says to it. */
import { refusalSentence } from "../../src/core/model/refusal.ts";
import type { ChatServerRequest } from "../servers/chat-server.ts";

export const REDIRECTS = "怎么让 httpx 自动跟随重定向？";
export const HOW_MANY = "最多会跟随多少次？";
export const TIMEOUT = "怎么把超时设为 10 秒？";
export const ASYNC = "那异步客户端呢？";
export const TIMEOUT_OF_ALL = "怎么给所有请求设置 10 秒超时？";
export const HTTP3 = "httpx 支持 HTTP/3 吗？";
export const WEATHER = "今天里斯本的天气怎么样？";

export const LINES: Record<string, string> = {
  [REDIRECTS]: "How do I make httpx follow redirects automatically? follow_redirects redirect history",
  [HOW_MANY]: "How many redirects does httpx follow at most? max_redirects TooManyRedirects",
  [TIMEOUT]: "How do I set the timeout to 10 seconds? timeout httpx.Client Timeout",
  [ASYNC]: "How do I set the timeout to 10 seconds on the async client? httpx.AsyncClient timeout",
  [HTTP3]: "Does httpx support HTTP/3? HTTP/3 QUIC http3",
  [TIMEOUT_OF_ALL]: "How do I set a timeout of 10 seconds for all requests? httpx.Client timeout",
  [WEATHER]: "OFF_TOPIC",
};
export const SECOND_LINE = "protocol versions supported by httpx QUIC transport http2";

/** In pieces, with a number that no passage has, its marker split over three of them. */
export const ANSWERS: Record<string, string[]> = {
  [REDIRECTS]: [
    "httpx 默认",
    "不跟随重定向 [",
    "1",
    "]。把 `follow_redirects=True` 传给请求即可 [1][",
    "9",
    "]。",
  ],
  [HOW_MANY]: [refusalSentence("zh")],
  [TIMEOUT]: [
    "创建客户端时传 `timeout=10.0` 即可 [1]。\n\n```python\nclient = httpx.Client(timeout=10.0)\n```\n",
  ],
  [TIMEOUT_OF_ALL]: ["把 `timeout=10.0` 传给客户端，它就是所有请求的默认值 [1]。"],
  [ASYNC]: ["`httpx.AsyncClient` 用同样的 `timeout` 参数 [2][1]。"],
  [HTTP3]: [refusalSentence("zh")],
};

export const lastContent = ({ messages }: ChatServerRequest) => messages.at(-1)?.content ?? "";
export const isAnswerCall = (call: ChatServerRequest) => lastContent(call).includes("<docs>");
export const isSecondQueryCall = (call: ChatServerRequest) => lastContent(call).includes("<tried>");

/** What stands in the question's own tag: the conversation beside it may quote the others. */
export function questionOf(call: ChatServerRequest): string {
  const question = /<question>\s*([\s\S]*?)\s*<\/question>/.exec(lastContent(call))?.[1];
  if (question === undefined) throw new Error(`No question in ${lastContent(call)}`);
  return question;
}
