/** How error messages name the embedding and rerank services. */
import { hostOf, type Service } from "./upstream.ts";

export function embeddingService(
  url: string,
  secret: string | null,
  keySetting = "EMBEDDING_API_KEY",
): Service {
  return {
    name: "embedding service",
    keySetting,
    addressSetting: "EMBEDDING_MODEL and EMBEDDING_URL",
    host: hostOf(url),
    secret,
  };
}

export function rerankService(url: string, secret: string | null, keySetting = "RERANK_API_KEY"): Service {
  return {
    name: "rerank service",
    keySetting,
    addressSetting: "RERANK_MODEL and RERANK_URL",
    host: hostOf(url),
    secret,
  };
}
