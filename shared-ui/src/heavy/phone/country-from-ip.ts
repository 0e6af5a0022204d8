import { countryOfIpAnswer } from '@portal/shared-contract';

/** A guess is worth no longer wait: the member may have chosen by then. */
const LOOK_UP_MS = 4_000;

/**
 * The country that the member seems to be in, by the IP lookup of spec §5; undefined where none is
 * configured or it cannot tell. Never fails: it is only a default.
 */
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
