import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { segmentsOf } from '@portal/delivery-model/document';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { seeded } from '@portal/delivery-model/testing/seeded';
import { dataOf } from '@portal/server-testing/page/open-page-listener';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { expect, test, WITHOUT_HISTORY } from '../support/changeable-portal.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectContent } from '../support/content.ts';
import { operatorOf } from '../support/live-releases.ts';
import type { Addresses } from '../support/portal.ts';
import { builtDocument } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { staffToken } from '../support/staff-token.ts';
import { PROOF } from '../support/test.ts';

// A roll-back must not lead to a release that another test has broken.
test.use(WITHOUT_HISTORY);

const COMMAND = resolve(import.meta.dirname, '../../../delivery/tools/src/command/main.ts');
const ACTS = 40;
const SEED = 20_261_127;
const PROBE_EVERY_MS = 1_000;
/** What the command prints for each refusal: a sentence with its code, and what to do. */
const REFUSAL = /^\S.*\. \([a-z.-]+\)\n {2}\S.*$/m;
const EXCUSE = ['--without-gate', 'A test.'];
const STEPS = ['--steps', '30,60,100', '--every', '1m'];
/** A part that changes hands, and is retired and brought back. */
const DEALS = 'deals';
const TEAMS = { pages: 'mypage', accounts: 'account' } as const;
type Team = keyof typeof TEAMS;

/** An act of a team or of the operator; it may be refused, as what it asks for depends on the acts before. */
type Act = { readonly by: Team | 'operator'; readonly words: readonly string[] };

// @proves 7.773
test(
  'forty acts of two teams and the operator in any order fail no load, and each refusal says what to do',
  PROOF,
  async ({ page, member, portal }) => {
    test.setTimeout(900_000);
    const folder = await mkdtemp(join(tmpdir(), 'portal-day-'));
    const next = seeded(SEED);
    const tokens = new Map<string, string>();
    const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
    const run = (by: string, words: readonly string[], cwd = folder) =>
      new Promise<{ code: number; out: string; err: string }>((done) => {
        const env = {
          ...bareEnvironment(),
          ...portal.operator,
          PORTAL_URL: portal.portal,
          ...(by !== 'operator' && { PORTAL_TOKEN: tokens.get(by) }),
        };
        const child = execFile(process.execPath, [COMMAND, ...words], { cwd, env }, (_, out, err) =>
          done({ code: child.exitCode ?? -1, out, err }),
        );
      });
    try {
      /** Gives a team its part, with or without the one that changes hands. */
      const setTeam = async (team: Team, withDeals: boolean) => {
        const part = TEAMS[team];
        const segments = segmentsOf(await builtDocument(part));
        const parts = withDeals ? [part, DEALS] : [part];
        const owned = withDeals ? [...segments, `/${DEALS}`] : segments;
        return run('operator', [
          ...['team', 'set', team],
          ...parts.flatMap((one) => ['--part', one]),
          ...owned.flatMap((one) => ['--segment', one]),
        ]);
      };
      let owner: Team = 'pages';
      const handOver = async () => {
        const other = owner === 'pages' ? 'accounts' : 'pages';
        const without = await setTeam(owner, false);
        owner = other;
        return without.code === 0 ? setTeam(other, true) : without;
      };
      for (const team of ['pages', 'accounts'] as const) {
        tokens.set(team, await staffToken(portal.outbox, ['release'], team));
        expect((await setTeam(team, team === owner)).code).toBe(0);
      }
      const { browsers } = await builtDocument('mypage');
      const deals = makeRelease(DEALS, 'deals', [`/${DEALS}`], {
        rows: { [`/${DEALS}`]: { files: [], guard: 'public', layout: 'default' } },
        imports: {},
        requires: {},
        ...(browsers && { browsers }),
      });
      await operatorOf(portal).publish(
        deals.document,
        async (file) => deals.files[file] ?? new Uint8Array(),
      );

      const published: Record<Team, string[]> = { pages: [], accounts: [] };
      let builds = 0;
      /** Publishes another build of a team's part. */
      const publish = async (team: Team) => {
        builds += 1;
        const own = join(folder, `build-${builds}`);
        const { document } = await changedRelease(
          TEAMS[team],
          join(own, '.releases'),
          marked(`★${builds}`),
        );
        const ran = await run(team, ['publish', TEAMS[team]], own);
        if (ran.code === 0) published[team].push(document.version);
        return ran;
      };
      for (const team of ['pages', 'accounts'] as const) await publish(team);
      const releaseOf = (team: Team) => oneOf(published[team]);
      const kinds: Readonly<Record<string, (team: Team) => Act>> = {
        promote: (by) => ({ by, words: ['promote', TEAMS[by], releaseOf(by), ...EXCUSE] }),
        canary: (by) => ({
          by,
          words: ['promote', TEAMS[by], releaseOf(by), ...EXCUSE, '--share', '25'],
        }),
        grow: (by) => ({ by, words: ['promote', TEAMS[by], releaseOf(by), ...EXCUSE, ...STEPS] }),
        'roll back': (by) => ({ by, words: ['rollback', TEAMS[by]] }),
        'of another team': (by) => ({
          by,
          words: ['promote', TEAMS[by === 'pages' ? 'accounts' : 'pages'], releaseOf(by)],
        }),
        'bring back': () => ({
          by: owner,
          words: ['promote', DEALS, deals.document.version, ...EXCUSE],
        }),
        retire: () => ({ by: owner, words: ['retire', DEALS, '--reason', 'A test.'] }),
        kill: () => ({ by: owner, words: ['kill', DEALS, '--reason', 'A test.'] }),
        revive: () => ({ by: owner, words: ['revive', DEALS] }),
        preview: (by) => ({ by, words: ['preview', 'pr-12', TEAMS[by], releaseOf(by)] }),
        'end a preview': (by) => ({ by, words: ['preview', 'end', 'pr-12'] }),
        'without the gate': (by) => ({ by, words: ['promote', TEAMS[by], releaseOf(by)] }),
      };

      await startSession(page, portal, member);
      let isOver = false;
      const probes = { loads: 0, failures: [] as string[] };
      const probing = probe(portal, probes, () => isOver);
      let visits = 0;
      const visiting = (async () => {
        while (!isOver) {
          await page.goto('/my-page');
          await expectGreeting(page, member);
          await expectContent(page);
          await page.goto('/account');
          await expectContent(page);
          visits += 2;
        }
      })();
      const counts: Record<string, { done: number; refused: number }> = {};
      const names = ['publish', 'hand over', ...Object.keys(kinds)];
      // Each kind is there, and the others by chance.
      const order = [...names, ...Array.from({ length: ACTS - names.length }, () => oneOf(names))];
      for (let at = order.length - 1; at > 0; at -= 1) {
        const other = Math.floor(next() * (at + 1));
        [order[at], order[other]] = [order[other] as string, order[at] as string];
      }
      for (const name of order) {
        const team = oneOf(['pages', 'accounts'] as const);
        const act = kinds[name]?.(team);
        const otherwise = name === 'publish' ? () => publish(team) : handOver;
        const ran = act ? await run(act.by, act.words) : await otherwise();
        const count = counts[name] ?? { done: 0, refused: 0 };
        counts[name] = count;
        if (ran.code === 0) count.done += 1;
        else {
          count.refused += 1;
          const said = `${name} by ${team}: ${ran.err}`;
          expect(ran.code, said).toBe(1);
          expect(ran.err, said).toMatch(REFUSAL);
          test.info().annotations.push({ type: 'refusal', description: said.trim() });
        }
      }
      isOver = true;
      await Promise.all([visiting, probing]);
      const figures = { acts: order.length, visits, probes: probes.loads, counts };
      console.log(JSON.stringify(figures));
      expect(probes.failures).toEqual([]);
      expect(visits).toBeGreaterThan(10);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

/** Loads the page as browsers with different slices do, and what starts each part that it names. */
async function probe(
  { portal }: Pick<Addresses, 'portal'>,
  probes: { loads: number; failures: string[] },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const slice = ((probes.loads * 37) % 256).toString(16).padStart(2, '0');
    const headers = { accept: 'text/html', cookie: `portal_slice=${slice}` };
    const answer = await fetch(`${portal}/my-page`, { headers });
    const body = await answer.text();
    probes.loads += 1;
    const data = dataOf({ body });
    if (answer.status !== 200 || data === undefined) {
      probes.failures.push(`page for slice ${slice}: ${answer.status}`);
    } else {
      for (const { base, entry } of Object.values(data.remotes)) {
        const { status } = await fetch(new URL(base + entry, portal));
        if (status !== 200) probes.failures.push(`${base}${entry}: ${status}`);
      }
    }
    await pause(PROBE_EVERY_MS);
  }
}
