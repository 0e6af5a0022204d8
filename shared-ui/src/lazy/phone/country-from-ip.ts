import { countryOfIpAnswer } from '@portal/shared-contract';

/** The longest wait for the guess, in milliseconds; the member may have chosen a country by then. */
const LOOK_UP_MS = 4_000;

/** The country of the member's IP address, a mere default: undefined if there is no look-up or it fails. */
export async function countryFromIp(
  url: string | undefined,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string | undefined> {
  if (!url) return undefined;
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LOOK_UP_MS),
    });
    return answer.ok ? countryOfIpAnswer(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}
