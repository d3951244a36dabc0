/** All but English, which is part of the script: the build writes a file of each. */
import type { WidgetTexts } from "../texts.ts";
import { de } from "./de.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { pt } from "./pt.ts";
import { zh } from "./zh.ts";

/** By primary tag. */
export const TRANSLATIONS: Readonly<Record<string, WidgetTexts>> = { zh, ja, de, es, fr, pt, ko };
