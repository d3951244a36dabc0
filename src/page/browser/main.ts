/** The page at `/`: the widget, with how each answer came about under it. */
import { RepoBot } from "../../widget/element.ts";
import { keepThisPage } from "../../widget/links.ts";
import { pageTexts } from "../texts.ts";
import details from "./details.css?inline";
import { DetailsView } from "./details-view.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(details);

class PageBot extends RepoBot {
  override connectedCallback(): void {
    super.connectedCallback();
    this.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  protected override makeExtra(): DetailsView {
    return new DetailsView(pageTexts(document.documentElement.lang));
  }
}

keepThisPage();
customElements.define("repo-bot", PageBot);
