import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGuide } from '@portal/server-testing/guide';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-conformance-'));
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(path.join(folder, 'releases'));
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const words = openGuide('docs/identity-providers.md')
  .command('npm run -s portal -- conformance')
  .split(' ')
  .slice(5);
const run = commandIn(folder);
const asInGuide = (origin: string) =>
  words.map((word) =>
    word
      .replace('https://api.example.com', `${portal.url}/api`)
      .replace('https://portal.example.com', origin),
  );

// @proves 16.803
test('the command of the guide finds nothing at the portal’s own API, and the exit code is 0', async () => {
  const { id } = await portal.server.createMember();
  const { accessToken } = await portal.server.signInAs(id);
  writeFileSync(path.join(folder, 'token'), `${accessToken}\n`);
  const [origin = ''] = portal.server.context.config.corsOrigins;
  const { code, out } = await run(...asInGuide(origin));
  expect(out).toMatch(/^GET \/userinfo +ok$/m);
  expect(out).not.toContain(accessToken);
  expect(code).toBe(0);
});

// @proves 16.803
test('says what deviates, and the exit code is 1', async () => {
  const { code, out, err } = await run(...asInGuide('https://elsewhere.example').slice(0, -2));
  expect(out).toMatch(/^GET \/terms +pages of https:\/\/elsewhere\.example may not call it/m);
  expect(err).toContain('calls deviate from the contract');
  expect(code).toBe(1);
});

test.each([
  [['--origin', 'https://portal.example.com'], '--api has no address.'],
  [['--api', 'file:///etc', '--origin', 'https://portal.example.com'], '--api has no address.'],
])('%j is refused with what to write', async (options, sentence) => {
  const { code, err } = await run('conformance', ...options);
  expect(err).toContain(sentence);
  expect(code).toBe(2);
});
