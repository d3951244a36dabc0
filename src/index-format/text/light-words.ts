import { stemEnglish } from "./english-stemmer.ts";

/**
 * Words of English conversation. They are too telling for stop words, since a page may be about `work` or `order`, but a small
 * index holds many of them rarely, and would take them for what a question is about: "how do I *know* it *really works*".
 */
const WORDS =
  "hi hello hey thanks thank sorry ok okay yes no not nor never ever " +
  "know knows knew known think thinks thought mean means meant say says said tell tells told talk ask asks asked " +
  "see sees saw seen look looks looked go goes going went gone come comes came coming give gives gave given " +
  "take takes taken took put puts bring brings brought find finds found keep keeps kept make makes made making " +
  "happen happens happened seem seems seemed become becomes became try tries tried trying help helps helped " +
  "feel believe guess wonder wondering understand expect expects suppose supposed matter matters care bother " +
  "remember forget decide prefer like likes liked love hate leave leaves left stay stays show shows shown " +
  "explain learn notice figure deal worry hear appear appears tend work works worked working use uses used using " +
  "able possible impossible really actually exactly simply basically completely totally entirely quite rather pretty " +
  "almost nearly already maybe perhaps probably certainly definitely obviously apparently still yet even again back " +
  "well much many more most less few fewer lot lots bit little enough instead anyway else always often sometimes " +
  "usually now soon today currently once away around along up down over through though although unless because " +
  "since however otherwise something anything nothing everything someone anyone everyone nobody somebody everybody " +
  "somewhere anywhere everywhere good better best bad worse worst great nice fine right wrong sure certain " +
  "easy easily easier simple hard difficult proper properly correct correctly big bigger biggest small smaller " +
  "long longer short shorter real whole own other others another same different each every both either neither " +
  "thing things way ways place case cases reason problem problems issue issues question questions idea kind sort " +
  "part parts fact stuff people person guy guys one two three couple several various next last new old";

/** Query weight of these words against 1 for all others. From 0.4 to 0.6 the evaluation is level. */
export const LIGHT_WORD_WEIGHT = 0.5;

const STEMS: ReadonlySet<string> = new Set(WORDS.split(" ").map(stemEnglish));

/** @param term a stem, as it is indexed */
export function isLightWord(term: string): boolean {
  return STEMS.has(term);
}
