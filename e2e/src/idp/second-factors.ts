import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';

const PERIOD_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Adds an authenticator app by the API's own calls, as the member who is signed in on this page; the
 * screens for it have their own journeys. Answers the recovery codes, and what the app shows.
 */
export async function addAuthenticatorApp(page: Page, portal: Addresses, { email }: Member) {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const call = async (method: string, path: string, data: object = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`${portal.api}${path}`, { method, headers, data });
    expect(answer.ok(), `${method} ${path}`).toBe(true);
    return (await answer.json()).data;
  };
  await call('POST', '/v2/me/mfa/send-code', { type: 'mfa_settings' });
  const code = await codeSentTo(portal, email);
  await call('POST', '/mfa/verify-code', { type: 'mfa_settings', code });
  const { secret } = await call('POST', '/me/totp');
  const confirmedAt = Date.now();
  const { recovery_codes: recoveryCodes } = await call('PUT', '/me/totp', {
    code: totp(secret, confirmedAt),
  });
  return {
    recoveryCodes: recoveryCodes as string[],
    /** A code that has not been used yet: that of the next half minute, which the server takes too. */
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
 * Passkeys in the browser itself. `touch` says whether its owner says yes to whatever asks: a sign-in
 * page asks at once, and would be answered before anybody has typed.
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
    touch: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
