import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SLICE_COOKIE, sliceDigits } from '@portal/delivery-model/canary';
import { SLICES } from '@portal/delivery-model/state';
import type { StageReport } from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import { bareEnvironment } from '@portal/shared-process/bare-environment';
import { changedRelease, publishChanged } from '../support/changed-release.ts';
import { latestOf, operatorOf } from '../support/live-releases.ts';
import type { Addresses } from '../support/portal.ts';
import { builtDocument } from '../support/routes.ts';
import { expect, PROOF, test } from '../support/test.ts';

const COMMAND = resolve(import.meta.dirname, '../../../delivery/tools/src/command/main.ts');
/** Each report comes from a network of its own, as behind a balancer. */
test.use({ ownPortal: { env: { TRUST_PROXY: '127.0.0.0/8,::1' } } });

const PART = 'mypage';
/** About 10 % of 256. */
const SHARE = 26;
const WINDOWS = 3;
const LOADS_OF_WINDOW = 80;
/** Of four loads of the canary one throws. */
const FAILS_EVERY = 4;
const MINUTE_MS = 60_000;
/** Figures are stored every 5 s, and looked at every 10 s. */
const ENDED_WITHIN_MS = 90_000;

// @proves 7.194 7.195
test(
  'a canary that throws is ended by the portal itself, and `portal status` says why',
  PROOF,
  async ({ portal }) => {
    test.setTimeout(8 * MINUTE_MS);
    const folder = await mkdtemp(join(tmpdir(), 'portal-canary-'));
    try {
      const operator = operatorOf(portal);
      const { entry, version: stable } = (await builtDocument(PART)) as {
        entry?: string;
        version: string;
      };
      const release = await changedRelease(PART, folder, (text, file) =>
        file === entry ? `throw new Error("broken release");${text}` : text,
      );
      const canary = await publishChanged(operator, release);
      await operator.operate({ type: 'promote', part: PART, version: canary, share: SHARE });

      await expect(async () => tokenOf(portal, canary)).toPass();
      const tokens = {
        stable: await tokenOf(portal, stable),
        canary: await tokenOf(portal, canary),
      };
      // Only whole minutes since the canary began count, and it has to fail in three windows in a row.
      for (let window = 0; window < WINDOWS; window += 1) {
        const nextMinute = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
        await expect.poll(() => Date.now(), { timeout: 2 * MINUTE_MS }).toBeGreaterThan(nextMinute);
        for (let load = 0; load < LOADS_OF_WINDOW; load += 1) {
          const failed = load % FAILS_EVERY === 0;
          await report(portal, `10.${window}.${load}.1`, {
            version: stable,
            failed: false,
            token: tokens.stable,
          });
          await report(portal, `10.${WINDOWS + window}.${load}.1`, {
            version: canary,
            failed,
            token: tokens.canary,
          });
        }
      }

      const status = () => statusOf(portal, folder);
      const ended = async () => (await status()).json.parts[PART]?.canary;
      await expect.poll(ended, { timeout: ENDED_WITHIN_MS }).toBeNull();
      const { json, text } = await status();
      expect(json.parts[PART]).toMatchObject({ stable, rolledBack: { version: canary } });
      expect(text).toMatch(/The portal ended the canary .+ of the canary failed, .+ p < 0\.01/);
      for (const line of text.split('\n'))
        test.info().annotations.push({ type: 'status', description: line });
      expect((await latestOf(portal)).parts[PART]).toBe(stable);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

type Load = Pick<StageReport, 'version'> & { readonly failed: boolean; readonly token: string };

/** The token of the page that has a release of the part: browsers of other slices get another page. */
async function tokenOf({ portal }: Pick<Addresses, 'portal'>, version: string): Promise<string> {
  for (let slice = 0; slice < SLICES; slice += 1) {
    const cookie = `${SLICE_COOKIE}=${sliceDigits(slice)}`;
    const html = await (await fetch(`${portal}/my-page`, { headers: { cookie } })).text();
    const token = /"token":"([^"]+)"/.exec(html)?.[1];
    if (token && html.includes(`"version":"${version}"`)) return token;
  }
  throw new Error(`No page has ${version}.`);
}

/** Posts what a browser sends of one load. */
async function report(
  { portal }: Pick<Addresses, 'portal'>,
  address: string,
  { failed, token, ...release }: Load,
): Promise<void> {
  const end = failed
    ? ({ stage: 'failed', code: 'broken' } as const)
    : ({ stage: 'shown', milliseconds: 900 } as const);
  const answer = await fetch(reportAddress(`${portal}/api`, token), {
    method: 'POST',
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      origin: portal,
      'x-forwarded-for': address,
    },
    body: JSON.stringify([{ remote: PART, ...release, ...end }]),
  });
  expect(answer.status).toBeLessThan(300);
}

type Status = {
  readonly parts: Readonly<Record<string, { readonly stable: string; readonly canary: unknown }>>;
};

async function statusOf(portal: Pick<Addresses, 'portal' | 'operator'>, cwd: string) {
  const env = {
    ...bareEnvironment(),
    ...portal.operator,
    PORTAL_URL: portal.portal,
    PORTAL_TEAM: 'operator',
    PORTAL_KEY: 'operator.key.json',
  };
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [COMMAND, ...args], { cwd, env })).stdout;
  // Once; a second time it refuses to write over the key.
  await run('keys', 'operator').catch(() => undefined);
  return { json: JSON.parse(await run('status', '--json')) as Status, text: await run('status') };
}
