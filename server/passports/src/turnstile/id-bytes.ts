/** The bytes of an id (UUID, RFC 9562 §4) in what is shown at a turnstile. */
export const ID_BYTES = 16;

/** Writes the id of a passport into the claims. @param at where it begins */
export function writeId(claims: Buffer, id: string, at: number): void {
  claims.write(id.replaceAll('-', ''), at, ID_BYTES, 'hex');
}

/** The id that the claims have. @param at where it begins */
export function readId(claims: Buffer, at: number): string {
  return claims
    .toString('hex', at, at + ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
