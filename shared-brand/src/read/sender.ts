const ADDRESS = String.raw`[^\s\p{Cc}<>()",;:@]+@[^\s\p{Cc}<>()",;:@]+`;
/** A name with a comma stands in quotes, since the comma would part two senders (RFC 5322 §3.4). */
const NAMED = String.raw`(?:"[^"\p{Cc}]*"|[^"\p{Cc}<>,;:@]*)\s*<${ADDRESS}>`;

/** One sender of mail messages, with its name, `Swan Club <info@swan.example>`, or its address alone. */
export const ONE_SENDER = new RegExp(`^(?:${NAMED}|${ADDRESS})$`, 'u');
