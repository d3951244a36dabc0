/** Cloudflare's API as far as wrangler needs it to deploy a Worker and to roll it back, over loopback. */
import { type RecordingServer, sendJson, startServer } from "./http-server.ts";

export interface CloudflareApi extends RecordingServer {
  /** Ids of the versions deployed so far, in the order of their deployments. */
  deployed: string[];
}

export interface CloudflareApiOptions {
  /** Called with the number of the version, from 1, once it is deployed, by an upload or by a rollback. */
  onDeploy: (version: number) => void | Promise<void>;
}

export const versionId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export async function startCloudflareApi({ onDeploy }: CloudflareApiOptions): Promise<CloudflareApi> {
  const deployed: string[] = [];
  let uploads = 0;
  const deploy = async (number: number) => {
    deployed.push(versionId(number));
    await onDeploy(number);
  };
  const server = await startServer(async ({ method, path, body }, response) => {
    const ok = (result: unknown, more: object = {}) =>
      sendJson(response, 200, { success: true, errors: [], messages: [], result, ...more });
    const route = `${method} ${path.replace(/\?.*/, "").replace(/^.*\/accounts\/[^/]+/, "")}`;
    if (/^GET \/workers\/services\//.test(route)) {
      const errors = [{ code: 10090, message: "There is no such service." }];
      sendJson(response, 404, { success: false, errors, messages: [], result: null });
    } else if (route.endsWith("/assets-upload-session")) ok({ jwt: "header.payload.signature", buckets: [] });
    else if (/^GET .*\/settings$/.test(route)) ok({ bindings: [], migration_tag: null, tags: [] });
    else if (/^GET \/storage\/kv\/namespaces$/.test(route))
      ok([], { result_info: { total_count: 0, cursor: "" } });
    else if (/^POST \/storage\/kv\/namespaces$/.test(route)) ok({ id: "kv", title: "history" });
    else if (route === "GET /workers/subdomain") ok({ subdomain: "example" });
    else if (route.endsWith("/subdomain")) ok({ enabled: true, previews_enabled: true });
    else if (/^GET \/workers\/workers\//.test(route))
      ok({ subdomain: { enabled: true, previews_enabled: true } });
    else if (/^PUT \/workers\/scripts\/[^/]+$/.test(route)) {
      uploads++;
      const id = versionId(uploads).replaceAll("-", "");
      await deploy(uploads);
      ok({ id: "repobot", tag: "tag", etag: "etag", deployment_id: id, startup_time_ms: 5 });
    } else if (/^GET .*\/deployments$/.test(route))
      ok({ deployments: deployed.toReversed().map(deployment) });
    else if (/^GET .*\/versions\/[^/]+$/.test(route)) ok(version(route.split("/").at(-1)!));
    else if (/^POST .*\/deployments$/.test(route)) {
      const wanted = /00000000-0000-4000-8000-(\d{12})/.exec(JSON.stringify(body))?.[1];
      await deploy(Number(wanted));
      ok({ id: "deployment" });
    } else ok([]);
  });
  return Object.assign(server, { deployed });
}

function deployment(id: string, at: number) {
  return {
    id: `deployment-${at}`,
    source: "api",
    strategy: "percentage",
    author_email: "docs@example.com",
    created_on: "2026-11-01T00:00:00Z",
    annotations: {},
    versions: [{ version_id: id, percentage: 100 }],
  };
}

function version(id: string) {
  return {
    id,
    number: 1,
    metadata: { author_email: "docs@example.com", created_on: "2026-11-01T00:00:00Z", source: "api" },
    annotations: {},
    resources: { bindings: [], script: { handlers: ["fetch"] }, script_runtime: {} },
  };
}
