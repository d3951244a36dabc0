/** "What is <name>?", "What does <name> do?" in nine languages: questions for the meaning of a name and nothing else. */

/** Up to three words, none of them with a space or a mark of punctuation that ends something. */
const NAME = "[\\p{L}\\p{N}@`][\\p{L}\\p{N}@/._`-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}/._-]*){0,2}?";
const ASKING: readonly RegExp[] = [
  `(?:what(?:['’]s| is| are)|(?:tell me )?what exactly (?:is|are))(?: an?| the)? (${NAME})`,
  `what does(?: the)? (${NAME}) do`,
  `was (?:ist|sind)(?: eine?| der| die| das)? (${NAME})`,
  `qu['’]est[- ]ce (?:que (?:c['’]est )?(?:que )?|qu['’])(?:une? |le |la |les |l['’])?(${NAME})`,
  `¿?qué (?:es|son)(?: una?| el| la| los| las)? (${NAME})`,
  `(?:che )?cos['’]è(?: una?| uno| il| lo| la)? (${NAME})`,
  `o que (?:é|são)(?: uma?| o| a)? (${NAME})`,
  `wat (?:is|zijn)(?: een| de| het)? (${NAME})`,
  `什么是\\s*(${NAME})`,
  `(${NAME})\\s*(?:是什么|とは(?:何(?:ですか)?)?)`,
].map((pattern) => new RegExp(`^${pattern}\\s*[?？.!。]*$`, "iu"));

/** What a question asks the meaning of and nothing else: "winston" of "What is winston?"; `null` for any other question. */
export function definedName(question: string): string | null {
  for (const asking of ASKING) {
    const name = asking.exec(question.trim())?.[1];
    if (name !== undefined) return name.replaceAll("`", "");
  }
  return null;
}
