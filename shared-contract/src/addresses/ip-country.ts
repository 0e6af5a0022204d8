/**
 * The path of the portal’s own IP-to-country service. GET answers text: `1;JP` for a known country, which is the
 * beginning of what ip2c.org answers (`1;JP;JPN;Japan`), and `0` for an unknown one.
 */
export const IP_COUNTRY_PATH = '/ip-country';

/** The country of an answer, as ISO 3166-1 alpha-2; also without the separator (`1JP`). */
export function countryOfIpAnswer(text: string): string | undefined {
  return /^1;?([A-Z]{2})(?![A-Za-z])/.exec(text.trim())?.[1];
}

/** Writes the text that {@link countryOfIpAnswer} reads. */
export function ipAnswerOf(country: string | undefined): string {
  return country ? `1;${country}` : '0';
}
