/**
 * What may be of a member or a secret in a text that others wrote: queries, e-mail addresses, tokens, and
 * numbers of telephones and cards.
 */
const SENSITIVE: readonly (readonly [RegExp, string])[] = [
  [/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, '$1?…'],
  [/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, '(e-mail)'],
  [/\b(?=[\w.~-]*\d)[\w.~-]{24,}/g, '(token)'],
  [/\+?\d(?:[ ()-]?\d){6,}/g, '(number)'],
];

/** Takes out of a text what must not be in a log. */
export const redact = (text: string): string =>
  SENSITIVE.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
