/**
 * The IP-to-country service of spec §5: GET answers text. Known: `1;JP`, as ip2c.org writes it with
 * more behind (`1;JP;JPN;Japan`); the spec's «characters 2 to 3» count from zero, as its code does.
 * Unknown: `0`. Our own server answers it at `/ip-country`.
 */
export const IP_COUNTRY_PATH = '/ip-country';

/**
 * The country of such an answer, or undefined. A service that writes the code straight after the `1`
 * (`1JP`, the spec counted from one) is understood too.
 */
export function countryOfIpAnswer(text: string): string | undefined {
  return /^1;?([A-Z]{2})(?![A-Za-z])/.exec(text.trim())?.[1];
}

/** The text that {@link countryOfIpAnswer} reads. */
export function ipAnswerOf(country: string | undefined): string {
  return country ? `1;${country}` : '0';
}
