import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { signGateCode, windowOf } from '../domain/passes/gate-code.ts';
import { gateKeys } from '../domain/passes/gate-keys.ts';

jest.setTimeout(60_000);
const MAIN = path.join(import.meta.dirname, 'main.ts');
const PASS_ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
/** Nobody listens there. */
const PORT_BASE = '65400';
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-gate-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

function gate(args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { env: { PATH: process.env.PATH, PORT_BASE, DATA_DIR, ...env } },
      (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, said: out + err });
      },
    );
  });
}

const codeFor = (window: number) =>
  signGateCode(gateKeys(readConfig({ DATA_DIR })).signing, {
    passId: PASS_ID,
    window,
    version: 1,
  });

test('without a connection a code is checked by the public key alone', async () => {
  const { said: key } = await gate(['--public-key']);
  // A gate has the key and nothing of the server's.
  const elsewhere = {
    GATE_PUBLIC_KEY: key,
    DATA_DIR: path.join(DATA_DIR, 'no', 'such', 'folder'),
  };
  const window = windowOf(new Date());
  const valid = await gate(['--offline', codeFor(window + 1)], elsewhere);
  expect(valid).toEqual({ code: 0, said: expect.stringContaining(PASS_ID) });
  const old = await gate(['--offline', codeFor(window - 100)], elsewhere);
  expect(old).toEqual({ code: 1, said: expect.stringContaining('too old') });
  const forged = await gate(['--offline', `${codeFor(window).slice(0, -8)}AAAAAAAA`], elsewhere);
  expect(forged).toEqual({ code: 1, said: expect.stringContaining('not signed by us') });
});

test('a wrong key, a missing server and no code are said in a sentence', async () => {
  const wrongKey = await gate(['--offline', 'P1.x'], { GATE_PUBLIC_KEY: '{}' });
  expect(wrongKey).toEqual({ code: 2, said: expect.stringMatching(/^Please set GATE_PUBLIC_KEY/) });
  const alone = await gate(['P1.x']);
  expect(alone).toEqual({ code: 2, said: expect.stringMatching(/^No server answers on port/) });
  expect(await gate([])).toEqual({ code: 2, said: expect.stringContaining('npm run gate') });
  expect((await gate(['--nonsense'])).code).toBe(2);
});
