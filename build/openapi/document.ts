/** `openapi.json`: every address that programs ask, out of the schemas that check what they send. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { componentSchemas, type JsonObject } from "./components.ts";
import { PATHS } from "./operations.ts";

/** Path among the Worker's assets. */
const OPENAPI_FILE = "openapi.json";

/** An OpenAPI 3.1 document. */
export function openApiDocument(): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "RepoBot",
      version: packageJson.version,
      description: packageJson.description,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: "/" }],
    // The public addresses need no credentials; those of the owner say so themselves.
    security: [],
    tags: [
      { name: "Questions", description: "RepoBot's own API." },
      { name: "Conversations", description: "What is kept of them." },
      { name: "Other protocols", description: "The same answers for programs that speak something else." },
      { name: "Files", description: "For programs that just fetch." },
    ],
    paths: PATHS,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        ownerToken: { type: "http", scheme: "bearer", description: "The value of `OWNER_TOKEN`." },
      },
    },
  };
}

/** @param assetsFolder e.g. `dist/assets` */
export async function writeOpenApi(assetsFolder: string): Promise<void> {
  await writeFile(join(assetsFolder, OPENAPI_FILE), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
}
