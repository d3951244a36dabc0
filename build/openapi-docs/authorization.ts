import type { PhrasingContent, RootContent } from "mdast";
import { paragraph, textNode } from "../read/nodes.ts";
import { type ApiDocument, arrayOf, entriesOf, type JsonObject, textOf } from "./api-document.ts";
import { code, descriptionLine, item, joined, labelledList } from "./prose.ts";

/**
 * What a request must carry to be allowed.
 * @param own the operation's list of requirements; `undefined` for the document's
 */
export function authorizationOf(api: ApiDocument, own: unknown): RootContent[] {
  const root: JsonObject = api.root;
  const given = own ?? root.security;
  if (!Array.isArray(given)) return [];
  const ways = given.map((requirement) => entriesOf(requirement));
  const needed = ways.filter((way) => way.length > 0);
  if (needed.length === 0)
    return own === undefined ? [] : [paragraph([textNode("No authorization is needed.")])];
  const lines = needed.map((way) =>
    joined(
      way.map(([name, scopes]) => schemeWords(api, name, scopes)),
      " and ",
    ),
  );
  const optional = ways.length > needed.length ? [textNode(", or none")] : [];
  return [paragraph([textNode("Authorization: "), ...joined(lines, ", or "), ...optional, textNode(".")])];
}

/** Every way of authorization that the document knows. */
export function authorizationSchemes(api: ApiDocument): RootContent[] {
  const items = entriesOf(componentsOf(api).securitySchemes).flatMap(([name, scheme]) => {
    const description = descriptionLine(textOf(api.object(scheme)?.value.description));
    const line = [code(name), textNode(": "), ...schemeWords(api, name, [])];
    return [item(description.length === 0 ? line : [...line, textNode(". "), ...description])];
  });
  return labelledList("Authorization", items);
}

function schemeWords(api: ApiDocument, name: string, scopes: unknown): PhrasingContent[] {
  const scheme = api.object(
    entriesOf(componentsOf(api).securitySchemes).find(([key]) => key === name)?.[1],
  )?.value;
  const wanted = arrayOf(scopes).filter((scope) => typeof scope === "string");
  const withScopes: PhrasingContent[] =
    wanted.length === 0
      ? []
      : [textNode(" with the scopes "), ...joined(wanted.map((scope) => [code(scope)]))];
  switch (textOf(scheme?.type)) {
    case "apiKey":
      return [
        textNode("an API key in the "),
        textNode(`${textOf(scheme?.in)} `),
        code(textOf(scheme?.name)),
        ...withScopes,
      ];
    case "http": {
      const kind = textOf(scheme?.scheme).toLowerCase();
      const words =
        kind === "bearer" ? "a bearer token in the header " : `HTTP ${kind} authentication in the header `;
      return [textNode(words), code("Authorization"), ...withScopes];
    }
    case "oauth2":
      return [textNode(`OAuth 2.0 (${name})`), ...withScopes];
    case "openIdConnect":
      return [textNode(`OpenID Connect (${name})`), ...withScopes];
    case "mutualTLS":
      return [textNode("a client certificate")];
    default:
      return [code(name), ...withScopes];
  }
}

export function componentsOf(api: ApiDocument): JsonObject {
  const components = (api.root as JsonObject).components;
  return api.object(components)?.value ?? {};
}
