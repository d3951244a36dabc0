/**
 * The script that a site includes: defines `<repo-bot>`, and adds one to a page that has none. The script's `data-` attributes are then the
 * element's attributes; `data-manual` adds nothing.
 */
import { RepoBot } from "./element.ts";

const TAG = "repo-bot";
/** `null` where the script is loaded as a module or by another script. */
const script = document.currentScript as HTMLScriptElement | null;
if (script?.src) RepoBot.defaultEndpoint = new URL(script.src).origin;

function addWidget(): void {
  const { manual, ...attributes } = script?.dataset ?? {};
  if (manual !== undefined || document.querySelector(TAG) !== null) return;
  const widget = document.createElement(TAG);
  for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value ?? "");
  document.body.append(widget);
}

// A site that includes the script twice gets one widget.
if (customElements.get(TAG) === undefined) {
  // The endpoint of the script's `data-` attributes holds for elements in the page as well.
  if (script?.dataset.endpoint)
    RepoBot.defaultEndpoint = new URL(script.dataset.endpoint, location.href).origin;
  customElements.define(TAG, RepoBot);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", addWidget);
  else addWidget();
}
