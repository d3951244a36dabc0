import { expect, test } from "vitest";
import { questionKind } from "../../../src/core/question/question-kind.ts";

test.each([
  "How much does a bucket cost?",
  "What will the hosted edition cost us?",
  "Tell me how much it costs to store a backup",
  "How much do I pay for support?",
  "How much am I charged when a job fails?",
  "What is the cost per seat?",
  "What is the monthly cost of a cluster?",
  "Does the mirror cost anything?",
  "pricing of the team plan",
  "What is the price of a licence?",
  "How much is it in dollars?",
  "Was kostet ein Bucket?",
  "Wie viel kostet der Betrieb in der Cloud?",
  "Wie hoch sind die Kosten pro Monat?",
  "Was bezahle ich für ein Backup?",
  "Welchen Preis hat ein Platz?",
  "一个存储桶多少钱？",
  "企业版的价格是多少？",
  "料金はいくらですか",
  "バックアップの価格は？",
])("%j asks what is paid", (question) => {
  expect(questionKind(question).wantsPrice).toBe(true);
});

test.each([
  "What is the default cost of bcrypt?",
  "Which cost factor does the hash use?",
  "How much does each replica use?",
  "How much is kept in the cache?",
  "How much will the heap grow?",
  "What does a replica cost in memory?",
  "What does a cold start cost in terms of latency?",
  "How do I reduce the cost of a query?",
  "How does the planner estimate costs?",
  "show how many tokens a reply cost below it",
  "How much memory does a worker cost?",
  "How do I format a price?",
  "Was ist die voreingestellte Kostenstufe von bcrypt?",
  "Was kostet eine Replik an Speicher?",
  "Wie viel Speicher kostet eine Replik?",
  "Wie formatiere ich Preise?",
  "bcrypt 的默认成本是多少？",
  "每个副本使用多少内存？",
  "如何格式化价格？",
  "bcrypt のコストの既定値は？",
  "レプリカはメモリをどのくらい使いますか",
])("%j asks for no money", (question) => {
  expect(questionKind(question).wantsPrice).toBe(false);
});

test.each([
  "How many parts may an upload have?",
  "When is it tried again, and how long is the pause?",
  "I wonder how often it is sent",
])("%j asks for a figure", (question) => {
  expect(questionKind(question).wantsNumber).toBe(true);
});

test.each(["measure how long an upload took", "limit how many uploads run at once"])(
  "%j asks for a way, not for a figure",
  (question) => {
    expect(questionKind(question).wantsNumber).toBe(false);
  },
);

test.each(["subscriptions over several processes", "How does a client cancel a subscription?"])(
  "%j asks for no price",
  (question) => {
    expect(questionKind(question).wantsPrice).toBe(false);
  },
);

test.each([
  "who made you",
  "What is your name?",
  "Are you human?",
  "你是谁？",
  "あなたは誰ですか",
  "Wer hat dich gemacht?",
])("%j asks about the one who answers", (question) => {
  expect(questionKind(question).isAboutAnswerer).toBe(true);
});

test.each(["How do you sign an address?", "Can you delete a bucket?", "Who may write to a bucket?"])(
  "%j asks the docs",
  (question) => {
    expect(questionKind(question).isAboutAnswerer).toBe(false);
  },
);

test.each([
  ["How many parts may an upload have?", "parts"],
  ["how many open issues are there", "issues"],
  ["How many retries?", "retries"],
  ["How long is the pause?", null],
])("%j counts %j", (question, counted) => {
  expect(questionKind(question).counted).toBe(counted);
});

test.each([
  ["Who founded the company?", true],
  ["who's the maintainer?", true],
  ["How do I see who wrote an object?", false],
])("that %j asks for a person or an organization is %j", (question, wantsAgent) => {
  expect(questionKind(question).wantsAgent).toBe(wantsAgent);
});
