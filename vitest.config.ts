import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Most of the time goes by in commands and servers that tests wait for: on two cores, two files at once, where vitest takes one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // Packages that ship source maps without sources are no news.
        logLevel: "error",
        test: {
          name: "node",
          setupFiles: "test/support/secret-canary.ts",
          include: ["test/node/**/*.test.ts"],
          environment: "node",
          // It imports JSON as bundlers read it.
          server: { deps: { inline: ["@actions/workflow-parser"] } },
          // Some tests start commands and servers, on machines that may be busy with more.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // In workerd, with wrangler.toml's bindings and flags, over a build of corpus/.
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { assets: { directory: inject("assetsDir"), binding: "ASSETS" } },
          })),
        ],
        logLevel: "error",
        test: {
          name: "worker",
          setupFiles: "test/support/secret-canary.ts",
          include: ["test/worker/**/*.test.ts"],
          globalSetup: ["test/support/built-corpus.ts", "test/support/fault-world.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The bundled Worker over real HTTP, and the commands that start and deploy it.
        test: {
          name: "e2e",
          setupFiles: ["test/support/secret-canary.ts", "test/support/response-canary.ts"],
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: "test/support/built-corpus.ts",
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
