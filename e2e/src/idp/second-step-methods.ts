import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ask } from '../support/member-api.ts';
import type { Member } from '../support/members.ts';
import type { Addresses } from '../support/portal.ts';
import { sessionOf } from '../support/session.ts';

const PERIOD_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Adds an authenticator app to a member over the API; its screens have journeys of their own.
 * @returns the recovery codes, and what the app shows
 */
export async function addAuthenticatorApp(portal: Addresses, member: Member) {
  const { api, confirm } = await sessionOf(portal, member);
  await confirm('add_app');
  const { secret } = (await ask(api, 'POST', '/me/totp', {})).data;
  const confirmedAt = Date.now();
  const confirmed = await ask(api, 'PUT', '/me/totp', { code: totp(secret, confirmedAt) });
  return {
    recoveryCodes: confirmed.data.recovery_codes as string[],
    /** A code that has not been used: that of the next half minute, which the server takes too. */
    nextCode: () => totp(secret, Math.max(Date.now(), confirmedAt + PERIOD_MS)),
  };
}

/** RFC 6238 with SHA-1, six digits and 30 seconds. */
function totp(secret: string, at: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const key = Buffer.from(
    (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * Gives the browser an authenticator for passkeys. `setConsent` says whether it consents to every
 * request: a sign-in page asks at once, before anything has been typed.
 */
export async function addVirtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setConsent: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
