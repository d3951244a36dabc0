/** One group of sentences for each way in which a sentence can go against its passage without a wrong number or name. */
import { describe, expect, it } from "vitest";
import { viewPassage } from "../../../src/core/support/evidence.ts";
import { judgeSentence } from "../../../src/core/support/judge.ts";
import { conditions, negations } from "../../../src/core/support/negation.ts";
import { verdictsOver } from "./support/verdicts.ts";

const ROOMS = `Rooms are booked with \`reserve(room)\`, which fails when the room is taken. A booking may last four hours and include ten guests. Bookings cannot be moved to another room.

| Command | Effect |
| --- | --- |
| \`hold\` | keeps the room for one day |
| \`release\` | notifies the waiting list |

Only managers may cancel bookings of others. A booking without guests is deleted automatically at midnight. The calendar is refreshed unless \`NO_SYNC\` is set. \`oldDesk\` was renamed to \`desk\`. Limits are given in minutes. At most five rooms can be booked at once.`;

const judge = verdictsOver("Booking", ROOMS);

describe("a sentence against its passage", () => {
  it.each([
    ["affirms what is denied", "Bookings can be moved to another room.", "en", "unsupported"],
    ["denies it as well", "You cannot move a booking to another room.", "en", "supported"],
    [
      "affirms what is denied",
      "Buchungen können in einen anderen Raum verschoben werden.",
      "de",
      "unsupported",
    ],
    ["says of one row what stands in another", "`hold` notifies the waiting list.", "en", "unsupported"],
    ["says what stands in its row", "`release` notifies the waiting list.", "en", "supported"],
    ["says of everybody what only some may", "Everyone may cancel bookings of others.", "en", "unsupported"],
    ["keeps it to those", "Only managers may cancel bookings of others.", "en", "supported"],
    ["counts another thing", "A booking may include four guests.", "en", "unsupported"],
    ["counts the same", "A booking may include ten guests.", "en", "supported"],
    ["has no bound where there is one", "Any number of rooms can be booked at once.", "en", "unsupported"],
    ["takes another unit", "Limits are given in milliseconds.", "en", "unsupported"],
    ["takes the same unit", "Limits are in minutes.", "en", "supported"],
  ])("%s: %s", (_, sentence, language, support) => {
    expect(judge(sentence, language)).toBe(support);
  });

  it("does not take the NO of a name for a negation", () => {
    expect(judge("The calendar gets refreshed unless `NO_SYNC` is set.")).not.toBe("unsupported");
  });

  it("does not call a free paraphrase unsupported", () => {
    expect(judge("If nobody is invited, the booking goes away by itself at midnight.")).not.toBe(
      "unsupported",
    );
  });
});

describe("a sentence that turns its passage around", () => {
  const text =
    "Drafts are kept on the device, while orders are stored on the server. Shipping to islands requires a surcharge; everywhere else it is included. Remove the lid first, and then press the button. A parcel may weigh at most 31 kg. With `insured=True` the label is `gold`; otherwise it is `plain`. Returns are never accepted unless the seal is intact. Closing an account removes every address but not the current order. Once the label is printed, edits stop working.";
  const view = viewPassage({ n: 1, text, title: "Shop", headingPath: ["Shop"], language: "en" });
  it.each([
    [
      "changes places",
      "Orders are kept on the device, while drafts are stored on the server.",
      "unsupported",
    ],
    ["leaves them", "Drafts are kept on the device, and orders are stored on the server.", "supported"],
    ["takes the upper bound for a lower one", "A parcel must weigh at least 31 kg.", "unsupported"],
    ["keeps the bound", "A parcel weighs at most 31 kg.", "supported"],
    ["names the other value of a switch", "With `insured=False` the label is `plain`.", "weak"],
    ["says of every case what holds for one", "Shipping requires a surcharge for all places.", "unsupported"],
    ["says only if for never unless", "Returns are accepted only if the seal is intact.", "supported"],
  ])("%s: %s", (_, sentence, support) => {
    expect(judgeSentence(sentence, "en", [view]).support).toBe(support);
  });
});

describe("negations", () => {
  const at = (text: string, word: string) => negations(text, [])(text.indexOf(word));

  it.each([
    ["Edits stop working.", "working", true],
    ["在提交之前，订单不会出现。", "提交", false],
    ["Requests without a token are answered.", "answered", false],
    ["Requests without a token are answered.", "token", true],
    ["Messages that are not read are sent again.", "sent", false],
    ["Messages that are not read are sent again.", "read", true],
    ["The format changes and cannot be restored.", "changes", false],
    ["The format changes and cannot be restored.", "restored", true],
    ["没有确认的消息会重新投递。", "投递", false],
    ["没有确认的消息会重新投递。", "确认", true],
    ["読まれない文書は削除される。", "削除", false],
    ["Ohne Token antwortet der Dienst.", "antwortet", false],
  ])("in %s: %s", (text, word, denied) => {
    expect(at(text, word)).toBe(denied);
  });
});

describe("conditions", () => {
  it.each([
    ["If the job fails, it is repeated.", "fails", true],
    ["If the job fails, it is repeated.", "repeated", false],
    ["Fehlt ein Wert, bricht der Lauf ab.", "Fehlt", true],
    ["如果没有确认，消息会重新投递。", "确认", true],
    ["失敗しても、記録される。", "失敗", true],
    ["失敗しても、記録される。", "記録", false],
  ])("in %s: %s", (text, word, isCondition) => {
    expect(conditions(text)(text.indexOf(word))).toBe(isCondition);
  });
});
