import { bytesOfBase64url } from '../base64url.ts';
import { CODE_PERIOD_S, deviceCodeText, grantInPeriod, signedMessage } from './device-codes.ts';
import type { TurnstileCode, TurnstileGrant } from './turnstile-codes.ts';

const PERIOD_MS = CODE_PERIOD_S * 1000;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * Makes the code of the period of a moment, without a connection.
 * @param key that of the grant, on P-256
 * @param now the server's time in ms since 1970: the device's clock may be wrong
 * @returns undefined outside the days of the grant
 */
export async function offlineCode(
  grant: TurnstileGrant,
  key: { readonly privateKey: CryptoKey },
  now: number,
): Promise<TurnstileCode | undefined> {
  const period = Math.floor(now / PERIOD_MS);
  const start = period * PERIOD_MS;
  if (start < Date.parse(grant.valid_from) || start >= Date.parse(grant.valid_until)) {
    return undefined;
  }
  const signed = grantInPeriod(bytesOfBase64url(grant.grant), period);
  const signature = await crypto.subtle.sign(SIGNING, key.privateKey, signedMessage(signed));
  return {
    text: deviceCodeText(signed, new Uint8Array(signature)),
    valid_from: new Date(start).toISOString(),
    valid_until: new Date(start + PERIOD_MS).toISOString(),
  };
}
