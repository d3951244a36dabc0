/** Whether a sentence says that it is inferred, which the rules for answers allow. */

const INFERENCE =
  /\b(?:inferred|presumably|probably|it follows that|which (?:suggests|implies)|this (?:suggests|implies)|suggesting that|implying that|vermutlich|wahrscheinlich|daraus folgt|demnach|abgeleitet|wohl|probablement|vraisemblablement|on en déduit|probablemente|se deduce|provavelmente|deduz-se|probabilmente|se ne deduce|waarschijnlijk|vermoedelijk)\b|由此(?:推断|可知|可见)|据此(?:推断|可知)|推断|推测|おそらく|恐らく|推測|推定|と考えられ|と思われ/iu;

/** @param sentence in any language */
export function isInference(sentence: string): boolean {
  return INFERENCE.test(sentence);
}
