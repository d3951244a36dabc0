import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, startChatServer } from "../../servers/chat-server.ts";
import { sendJson, startServer } from "../../servers/http-server.ts";

const CHAT = resolve(import.meta.dirname, "../../../build/chat.ts");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-chat-test-"));
  await mkdir(join(folder, "docs"));
  const page = "# Timeouts\n\nA request times out after `5` seconds unless `timeout` is set.\n";
  await writeFile(join(folder, "docs/timeouts.md"), page);
  await writeFile(
    join(folder, "docs/proxies.md"),
    "# Proxies\n\nRequests go through `proxy` when it is set.\n",
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function chat(args: string[], input: string, vars: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CHAT, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...vars },
  });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once("exit", done)),
  ]);
  return { stdout, stderr, code };
}

/** A model that knows its part: a search line for the rewrite, a cited sentence for the answer. */
function scriptedModel(): Promise<ChatServer> {
  return startChatServer(({ messages }) => {
    const isAnswer = messages.some(({ content }) => content.includes("<doc"));
    return { text: isAnswer ? "A request times out after 5 seconds [1]." : "request timeout seconds" };
  });
}

describe("npm run chat", { timeout: 120_000 }, () => {
  it("answers piped questions without a key, and ends with them", async () => {
    const { stdout, code } = await chat(
      ["--docs", "docs", "--show-query"],
      "After how many seconds does a request time out?\n\nWhich option sets a proxy?\n",
    );
    expect(code).toBe(0);
    const turns = stdout.trimEnd().split(/\n\n(?=search: )/);
    expect(turns).toHaveLength(2);
    expect(turns[0]).toMatch(/^search: After how many seconds .*\n {2}\[1\] timeouts\.md · Timeouts\n/);
    expect(turns[0]).toContain("`5` seconds");
    // Their page is served by a Worker that ends with the command: an address of it would be dead.
    expect(turns[0]).toMatch(/sources:\n {2}\[1\] Timeouts · timeouts\.md\n/);
    expect(stdout).not.toContain("http://");
    expect(turns[1]).toContain("[1] proxies.md");
    expect(turns[1]).toMatch(/tokens: 0 in \(0 cached\), 0 out · cost: \$0 this turn, \$0 in all$/);
  });

  it("shows tokens and cost of a model's answers, turn by turn in one conversation", async () => {
    const model = await scriptedModel();
    try {
      const { stdout, code } = await chat(
        ["--docs", "docs"],
        "When does a request time out?\nand by default?\n",
        {
          CHAT_BASE_URL: model.baseUrl,
          CHAT_MODEL: "scripted",
          PRICES: '{"scripted":{"input":1,"cachedInput":0.1,"output":2}}',
        },
      );
      expect(code).toBe(0);
      expect(stdout).toContain("A request times out after 5 seconds [1].");
      const costs = [...stdout.matchAll(/cost: \$([\d.]+) this turn, \$([\d.]+) in all/g)].map((match) =>
        match.slice(1).map(Number),
      );
      expect(costs).toHaveLength(2);
      expect(costs[0]![0]).toBeGreaterThan(0);
      expect(costs[0]![1]).toBe(costs[0]![0]);
      expect(costs[1]![1]).toBeCloseTo(costs[0]![0]! + costs[1]![0]!, 6);
      expect(model.calls).toHaveLength(4);
      expect(JSON.stringify(model.calls[2]!.messages)).toContain("When does a request time out?");
      expect(stdout).not.toContain("search:");
    } finally {
      await model.close();
    }
  });

  it("says why the model did not answer, which readers are not told", async () => {
    const model = await startChatServer(() => ({ fault: { status: 401 } }));
    try {
      const { stdout } = await chat(["--docs", "docs"], "When does a request time out?\n", {
        CHAT_BASE_URL: model.baseUrl,
        CHAT_API_KEY: "wrong-key",
      });
      expect(stdout).toContain("The language model is not available at the moment.");
      expect(stdout).toContain(
        "(The chat service failed in its last call within five minutes. The chat service refused RepoBot's key. Its owner should check CHAT_API_KEY.)",
      );
      expect(stdout).not.toContain("wrong-key");
    } finally {
      await model.close();
    }
  });

  it("asks a Worker under the path that it is served at", async () => {
    const proxy = await startServer((_, response) => sendJson(response, 404, { detail: "nobody here" }));
    const { stdout } = await chat(["--url", `${proxy.url}/ask-docs/?x=1`], "Hello?\n");
    expect(proxy.requests.map(({ path }) => path)).toEqual(["/ask-docs/v1/ask"]);
    expect(stdout).toBe("error: nobody here\n");
    await proxy.close();
  });

  it("warns of a setting in .dev.vars that has another name", async () => {
    await writeFile(join(folder, ".dev.vars"), "CHAT_APIKEY=secret-value\n");
    const { stderr } = await chat(["--docs", "docs"], "\n");
    await rm(join(folder, ".dev.vars"));
    expect(stderr).toContain("warning: .dev.vars: CHAT_APIKEY is not a setting; did you mean CHAT_API_KEY?");
    expect(stderr).not.toContain("secret-value");
  });

  it("says that no Worker answers, and fails", async () => {
    const { stdout, code } = await chat(["--url", "http://127.0.0.1:9"], "Hello?\n");
    expect(code).toBe(1);
    expect(stdout).toBe("error: No RepoBot answers at http://127.0.0.1:9. Start one, or leave --url out.\n");
  });

  it.each([
    ["two sources of docs", ["--url", "http://127.0.0.1:9", "--docs", "docs"], "give --url, or --docs"],
    ["an address that is none", ["--url", "localhost"], "--url must be an http or https address"],
  ])("refuses %s", async (_, args, message) => {
    const { stderr, stdout, code } = await chat(args, "Hello?\n");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });
});
