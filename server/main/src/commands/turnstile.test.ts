import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  signTurnstileCode,
  turnstileKeys,
  windowOf,
} from '@portal/server-passports/turnstile/code-format';
import { sessionTag, signGrant } from '@portal/server-passports/turnstile/grant-format';
import {
  type Revocations,
  signRevocations,
} from '@portal/server-passports/turnstile/revocation-list-format';
import { dayOf, startOfDay, systemClock } from '@portal/server-platform/clock';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { generateSecrets } from '@portal/shared-process/secrets';
import { readConfig } from '../config.ts';
import { turnstile } from './turnstile.ts';

const PASSPORT_ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
/** No server listens on these ports. */
const PORT_BASE = '65400';
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-turnstile-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const environment = (env: NodeJS.ProcessEnv) => ({
  ...bareEnvironment(),
  PORT_BASE,
  DATA_DIR,
  ...env,
});

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  let output = '';
  const print = (text: string) => {
    output += `${text}\n`;
  };
  const code = await turnstile(args, {
    env: environment(env),
    clock: systemClock,
    print,
    printError: print,
  });
  return { code, output };
}

const codeFor = (window: number) =>
  signTurnstileCode(turnstileKeys(readConfig({ DATA_DIR })).signing, {
    passportId: PASSPORT_ID,
    window,
    version: 1,
  });

// @proves 14.475 14.476
test('refuses offline what the list has, and says how old the list is', async () => {
  const { phone, grantFrom, keepList } = offlineTurnstile();
  const now = new Date();
  const code = phone.code(grantFrom(dayOf(now)), windowOf(now));
  const check = (changes: Partial<Revocations>, env: object = {}, shown = code) =>
    run(['--offline', shown], { TURNSTILE_LIST: keepList({ madeAt: now, ...changes }), ...env });
  const ago = (minutes: number) => ({ madeAt: new Date(now.getTime() - minutes * 60_000) });

  const signedOut = await check({ sessions: [sessionTag('a session')] });
  expect(signedOut).toEqual({ code: 1, output: expect.stringContaining('signed out since') });
  const given = { passports: [{ id: PASSPORT_ID, version: 2 }] };
  for (const shown of [code, codeFor(windowOf(now))]) {
    const replaced = await check(given, {}, shown);
    expect(replaced).toEqual({ code: 1, output: expect.stringContaining('has changed since') });
  }

  expect((await check(ago(59))).output).toMatch(/^VALID.* 59 minutes old\n$/s);
  const old = await check(ago(62));
  expect(old).toEqual({ code: 1, output: expect.stringMatching(/62 minutes old, TOO OLD/) });
  expect((await check(ago(62), { TURNSTILE_LIST_MINUTES: '90' })).code).toBe(0);
  const warned = await check(ago(62), { TURNSTILE_STALE_LIST: 'warn' });
  expect(warned).toEqual({ code: 0, output: expect.stringMatching(/62 minutes old, TOO OLD/) });
  // The server's own codes are five minutes old at most.
  const own = await check(ago(62), {}, codeFor(windowOf(now)));
  expect(own).toEqual({ code: 0, output: expect.stringMatching(/62 minutes old, TOO OLD/) });

  const none = await run(['--offline', code]);
  expect(none).toEqual({ code: 1, output: expect.stringMatching(/list {5}none, TOO OLD/) });
  const forged = keepList(
    { madeAt: now },
    turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined }),
  );
  expect((await run(['--offline', code], { TURNSTILE_LIST: forged })).code).toBe(1);
  expect(await check({}, { TURNSTILE_STALE_LIST: 'ignore' })).toEqual({
    code: 2,
    output: 'Please set TURNSTILE_STALE_LIST to refuse or warn.\n',
  });
});

/** A phone with grants, and a turnstile that keeps lists. */
function offlineTurnstile() {
  const phone = createTurnstileDevice();
  const keys = turnstileKeys(readConfig({ DATA_DIR }));
  const grantFrom = (first: number) =>
    signGrant(keys.signing, {
      passportId: PASSPORT_ID,
      version: 1,
      from: startOfDay(first),
      until: startOfDay(first + 2),
      session: sessionTag('a session'),
      deviceKey: phone.deviceKey,
    });
  const keepList = (list: Partial<Revocations> & { madeAt: Date }, { signing } = keys) => {
    const file = path.join(DATA_DIR, 'turnstile-list');
    writeFileSync(file, signRevocations(signing, { passports: [], sessions: [], ...list }));
    return file;
  };
  return { phone, grantFrom, keepList };
}
