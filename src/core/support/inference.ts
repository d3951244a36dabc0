/** Whether a sentence says that it is inferred, which the rules for answers allow. */

/** "The type is inferred from the schema" is no such sentence: what is inferred there is what the docs speak of. */
const INFERENCE =
  /^\W*(?:inferred|abgeleitet|推断|推定)(?![\p{L}])|\b(?:inferred from the (?:docs|documentation|passages?)|can be inferred that|presumably|probably|it follows that|which (?:suggests|implies)|this (?:suggests|implies)|suggesting that|implying that|vermutlich|wahrscheinlich|daraus (?:folgt|abgeleitet)|demnach|wohl|probablement|vraisemblablement|on en déduit|probablemente|se deduce|provavelmente|deduz-se|probabilmente|se ne deduce|waarschijnlijk|vermoedelijk)\b|由此(?:推断|可知|可见)|据此(?:推断|可知)|可以推断|推测|おそらく|恐らく|と推測|と推定され|と考えられ|と思われ/iu;

/** @param sentence in any language */
export function isInference(sentence: string): boolean {
  return INFERENCE.test(sentence);
}
