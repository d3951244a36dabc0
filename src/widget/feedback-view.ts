/** Thumbs under an answer; a thumb down asks for reasons. */
import { FEEDBACK_REASONS, type FeedbackRating, MAX_NOTE_CHARS } from "../core/feedback.ts";
import type { GivenFeedback } from "./answer-client.ts";
import { button, element, ICONS, icon } from "./dom.ts";
import type { WidgetTexts } from "./texts.ts";

export type SendFeedback = (feedback: Omit<GivenFeedback, "conversationId" | "turnId">) => Promise<void>;

/** @param send rejects when it was not stored */
export function feedbackView(texts: WidgetTexts, send: SendFeedback): HTMLElement {
  const said = element("span", { class: "said" });
  const after = element("div");
  const up = thumb("up", texts.helpful);
  const down = thumb("down", texts.notHelpful);
  const root = element("div", { class: "feedback", part: "feedback" }, up, down, said, after);

  function thumb(rating: FeedbackRating, label: string): HTMLButtonElement {
    const attributes = {
      class: `thumb ${rating}`,
      "aria-label": label,
      title: label,
      "aria-pressed": "false",
    };
    return button(attributes, () => void rate(rating), icon(ICONS.thumb));
  }

  let given: FeedbackRating | null = null;

  async function rate(rating: FeedbackRating): Promise<void> {
    // Said again without its reasons, it would take the place of what was said with them.
    if (rating === given) return;
    given = rating;
    up.setAttribute("aria-pressed", String(rating === "up"));
    down.setAttribute("aria-pressed", String(rating === "down"));
    after.replaceChildren(...(rating === "down" ? [reasonsForm()] : []));
    await tell({ rating });
  }

  async function tell(feedback: Parameters<SendFeedback>[0]): Promise<void> {
    try {
      await send(feedback);
      say(texts.thanks, "status");
    } catch {
      given = null;
      say(texts.notSent, "alert");
    }
  }

  function say(text: string, role: string): void {
    said.setAttribute("role", role);
    said.textContent = text;
  }

  function reasonsForm(): HTMLElement {
    const boxes = FEEDBACK_REASONS.map((value) => element("input", { type: "checkbox", value }));
    const labels = boxes.map((box, at) => element("label", {}, box, texts.reasons[at]!));
    const note = element("textarea", {
      rows: "2",
      maxlength: String(MAX_NOTE_CHARS),
      "aria-label": texts.note,
      placeholder: texts.note,
    });
    const fields = element("fieldset", {}, element("legend", {}, texts.why), ...labels, note);
    const form = element(
      "form",
      { class: "reasons" },
      fields,
      element("button", { class: "quiet" }, texts.send),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const reasons = FEEDBACK_REASONS.filter((_, at) => boxes[at]!.checked);
      after.replaceChildren();
      down.focus();
      void tell({ rating: "down", reasons, note: note.value });
    });
    return form;
  }

  return root;
}
