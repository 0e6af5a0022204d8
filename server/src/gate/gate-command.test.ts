import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { signGateCode, windowOf } from '../domain/passports/gate-code-format.ts';
import { sessionTag, signGrant } from '../domain/passports/gate-grant-format.ts';
import { gateKeys } from '../domain/passports/gate-keys.ts';
import { dayOf, startOfDay } from '../japan-days.ts';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { createGateDevice } from '../testing/gate-device.ts';
import { gate } from './gate.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const PASSPORT_ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
/** No server listens on these ports. */
const PORT_BASE = '65400';
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-gate-'));
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
  const code = await gate(args, {
    env: environment(env),
    clock: systemClock,
    print,
    printError: print,
  });
  return { code, output };
}

function runAsProcess(args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env: environment(env) }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, output: out + err });
    });
  });
}

const codeFor = (window: number) =>
  signGateCode(gateKeys(readConfig({ DATA_DIR })).signing, {
    passportId: PASSPORT_ID,
    window,
    version: 1,
  });

test('checks a code offline with the public key alone', async () => {
  const { output: key } = await runAsProcess(['--public-key']);
  // A gate has the public key and nothing else of the server.
  const elsewhere = {
    GATE_PUBLIC_KEY: key,
    DATA_DIR: path.join(DATA_DIR, 'no', 'such', 'folder'),
  };
  const window = windowOf(new Date());
  const valid = await run(['--offline', codeFor(window + 1)], elsewhere);
  expect(valid).toEqual({ code: 0, output: expect.stringContaining(PASSPORT_ID) });
  const old = await run(['--offline', codeFor(window - 100)], elsewhere);
  expect(old).toEqual({ code: 1, output: expect.stringContaining('too old') });
  const forged = await run(['--offline', `${codeFor(window).slice(0, -8)}AAAAAAAA`], elsewhere);
  expect(forged).toEqual({ code: 1, output: expect.stringContaining('not signed by us') });
});

// @proves 14.62
test('checks the code of a device offline, and says why it is refused', async () => {
  const phone = createGateDevice();
  const now = new Date();
  const today = dayOf(now);
  const grantFrom = (first: number) =>
    signGrant(gateKeys(readConfig({ DATA_DIR })).signing, {
      passportId: PASSPORT_ID,
      version: 1,
      from: startOfDay(first),
      until: startOfDay(first + 2),
      session: sessionTag('a session'),
      deviceKey: phone.deviceKey,
    });
  const window = windowOf(now);
  const offline = (code: string) => run(['--offline', code]);
  const valid = await offline(phone.code(grantFrom(today), window));
  expect(valid).toEqual({ code: 0, output: expect.stringContaining(PASSPORT_ID) });
  expect(valid.output).toContain(`until ${startOfDay(today + 2).toISOString()}`);
  for (const [code, words] of [
    [createGateDevice().code(grantFrom(today), window), 'not made by the phone'],
    [phone.code(grantFrom(today), window - 100), 'too old'],
    [phone.code(grantFrom(today), window + 100), 'for later'],
    [phone.code(grantFrom(today - 2), window), 'without a connection for too long'],
    [phone.code(grantFrom(today + 1), window), 'from a later day on'],
    ['P2.ABC', 'not a code of a passport'],
    [phone.code(Buffer.alloc(124), window), 'not signed by us'],
  ] as const) {
    expect(await offline(code)).toEqual({ code: 1, output: expect.stringContaining(words) });
  }
});

test('explains a wrong key, a missing server and a missing code in a sentence', async () => {
  const wrongKey = await run(['--offline', 'P1.x'], { GATE_PUBLIC_KEY: '{}' });
  expect(wrongKey).toEqual({
    code: 2,
    output: expect.stringMatching(/^Please set GATE_PUBLIC_KEY/),
  });
  const stranger = await run(['P1.x']);
  expect(stranger).toEqual({ code: 2, output: expect.stringMatching(/^Please set GATE_TOKEN/) });
  const alone = await run(['P1.x'], { GATE_TOKEN: 'staff_x' });
  expect(alone).toEqual({ code: 2, output: expect.stringMatching(/^No server answers at http/) });
  expect(await run([])).toEqual({ code: 2, output: expect.stringContaining('npm run gate') });
  const nonsense = await runAsProcess(['--nonsense']);
  expect(nonsense).toEqual({ code: 2, output: expect.stringContaining('--nonsense') });
});
