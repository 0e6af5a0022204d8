import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { OPERATOR_TOKEN } from '@portal/server-testing/releases/page-setting';
import { lookAtCanaries, operatorOf } from '@portal/server-testing/releases/teams';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-status-'));
const MINUTE_MS = 60_000;
const EXCUSE = ['--without-gate', 'A test.'];
const good = makeRelease('account', 'good');
const throwing = makeRelease('account', 'throwing');
const [GOOD, THROWING] = [good.document.version, throwing.document.version];

let portal: TestPortal;
let later = 0;
let run: ReturnType<typeof commandIn>;

beforeAll(async () => {
  portal = await startTestPortal(path.join(ROOT, 'store'), () => new Date(Date.now() + later));
  run = commandIn(ROOT, { PORTAL_URL: portal.url, PORTAL_TOKEN: OPERATOR_TOKEN });
  const client = operatorOf(portal.server);
  for (const { document, files } of [good, throwing]) {
    await client.publish(document, async (file) => files[file] ?? new Uint8Array());
  }
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

/** 250 pages report the release, each in a network of its own; one in `failsEach` fails. */
async function loadPages({ document }: TestRelease, failsEach: number): Promise<void> {
  const { name: remote, version } = document;
  for (let page = 0; page < 250; page += 1) {
    // Over three minutes, and from the canary's first whole minute on.
    later = MINUTE_MS * (1 + Math.floor(page / 84));
    const isFailure = page % failsEach === 0;
    await portal.server.context.releaseReports.count(
      [
        isFailure
          ? { remote, version, stage: 'failed', code: 'broken' }
          : { remote, version, stage: 'shown', milliseconds: 900 },
      ],
      `10.0.0.${page}`,
    );
  }
}

// @proves 7.194 7.195
test('status shows why the portal ended a canary', async () => {
  await run('promote', 'account', GOOD, ...EXCUSE);
  await run('promote', 'account', THROWING, ...EXCUSE, '--share', '10');
  expect((await run('status')).out).toContain('account: 0 % of 0 loads of the canary failed');

  await loadPages(good, 250);
  await loadPages(throwing, 5);
  await lookAtCanaries(portal.server);
  later = 0;

  const { out } = await run('status');
  expect(out).toContain(`account  ${GOOD} since`);
  const why =
    '20.0 % of 250 loads of the canary failed, and 0.4 % of 250 loads of the stable release';
  expect(out).toMatch(new RegExp(`account: The portal ended the canary .+: ${why}`));
  expect((await run('history', '--limit', '1')).out).toMatch(
    new RegExp(`portal +portal +roll back the canary .+ of account: ${why}`),
  );

  const { parts } = JSON.parse((await run('status', '--json')).out);
  expect(Object.keys(parts.account)).not.toContain('canary');
  expect(parts.account).toMatchObject({
    rolledBack: { version: THROWING, reason: expect.stringContaining(why) },
  });

  // Until somebody changes the part.
  await run('promote', 'account', THROWING, ...EXCUSE);
  expect((await run('status')).out).not.toContain('The portal ended');
});
