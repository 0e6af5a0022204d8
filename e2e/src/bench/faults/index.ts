import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { testBrowserOptions } from '@portal/delivery/browser';
import { ReleaseClientError } from '@portal/shared-release/client';
import { clearBrowserCache } from '../../support/browser-cache.ts';
import {
  type ChangedRelease,
  changedRelease,
  marked,
  publishChanged,
} from '../../support/changed-release.ts';
import { type FaultyEdge, startFaultyEdge } from '../../support/faulty-edge.ts';
import { expectLive, makeLive, operatorOf } from '../../support/live-releases.ts';
import { createMember } from '../../support/members.ts';
import { startTestPortal, type TestPortal } from '../../support/portal.ts';
import { builtDocument, mainScreenOf, REMOTES } from '../../support/routes.ts';
import { startSession } from '../../support/session.ts';
import { asRemote, broken, MARKS, NETWORK_FAULTS, RELEASE_FAULTS } from './cases.ts';
import { openAndSee, type Sight, watchPages } from './watch.ts';

type Row = Sight & { readonly remote: string; readonly fault: string };
type Bench = {
  readonly portal: TestPortal;
  readonly edge: FaultyEdge;
  readonly page: Page;
  /** Where changed releases are written. */
  readonly folder: string;
};

/**
 * What a member sees of each remote under each fault, and after how many seconds. Each remote has a marked
 * release with the built one before it; broken releases have the marked one before them.
 * @param args names of remotes; all by default
 * @throws Error when a page was blank
 */
export async function benchFaults(args: readonly string[]): Promise<void> {
  const remotes = args.length > 0 ? args : REMOTES;
  const folder = await mkdtemp(join(tmpdir(), 'portal-faults-'));
  const portal = await startTestPortal({ log: console.error });
  const browser = await chromium.launch(testBrowserOptions());
  try {
    const context = await browser.newContext({ baseURL: portal.portal, locale: 'ja-JP' });
    const page = await context.newPage();
    const edge = await startFaultyEdge(portal);
    const rows: Row[] = [];
    try {
      await startSession(page, portal, await createMember(portal));
      await watchPages(page);
      for (const remote of remotes) {
        rows.push(...(await faultsOf(remote, { portal, edge, page, folder })));
      }
    } finally {
      await edge.stop();
    }
    console.log(table(rows));
    if (rows.some(({ blank }) => blank)) throw new Error('A page was blank.');
  } finally {
    await browser.close();
    await portal.stop();
    await rm(folder, { recursive: true });
  }
}

async function faultsOf(remote: string, bench: Bench): Promise<Row[]> {
  const { portal, edge, page, folder } = bench;
  const { path } = await mainScreenOf(remote);
  const rows: Row[] = [];
  const see = async (fault: string) => {
    await page.goto('about:blank');
    await clearBrowserCache(page);
    const row = { remote, fault, ...(await openAndSee(page, path)) };
    rows.push(row);
    console.error(lineOf(row));
  };
  const live = await changedRelease(remote, folder, marked(MARKS.live));
  await makeLive(portal, live);
  await see('none');
  const { entry } = asRemote(live.document);
  for (const { name, fault, of } of NETWORK_FAULTS) {
    edge.breaks((asked) => {
      const isBroken =
        of === 'part' ? asked.startsWith(`/remotes/${remote}/`) : asked.includes(entry);
      return isBroken ? fault : undefined;
    });
    await see(name);
    edge.mend();
  }
  const document = asRemote(await builtDocument(remote));
  for (const { name, change, honest } of RELEASE_FAULTS) {
    const fault = broken(change(document, path));
    if (honest)
      console.error(await refusal(bench, await changedRelease(remote, folder, fault, honest)));
    await makeLive(portal, await changedRelease(remote, folder, fault));
    await see(name);
    await operatorOf(portal).operate({ type: 'rollback', part: remote });
    await expectLive(portal, remote, live.document.version);
  }
  await page.goto('about:blank');
  const yesterday = await (
    await page.request.get(path, { headers: { accept: 'text/html' } })
  ).text();
  await makeLive(portal, await changedRelease(remote, folder, marked(MARKS.next)));
  const isPage = ({ pathname }: URL) => pathname === path;
  await page.route(isPage, async (route) =>
    route.fulfill({ response: await route.fetch(), body: yesterday }),
  );
  await see("yesterday's manifest");
  await page.unroute(isPage);
  return rows;
}

/** What the gate says to a release that says itself what is wrong with it. */
async function refusal({ portal }: Bench, release: ChangedRelease): Promise<string> {
  const client = operatorOf(portal);
  const { name, version } = release.document;
  await publishChanged(client, release);
  try {
    await client.operate({ type: 'promote', part: name, version });
  } catch (error) {
    if (error instanceof ReleaseClientError) return `  refused: ${error.message}`;
    throw error;
  }
  throw new Error(`The gate has let ${name} ${version} pass.`);
}

const lineOf = ({ remote, fault, seen, seconds, blank }: Row): string =>
  `| ${remote} | ${fault} | ${seen} | ${seconds.toFixed(1)} | ${blank ? 'yes' : 'never'} |`;

const table = (rows: readonly Row[]): string =>
  [
    '| Remote | Fault | Seen | Seconds | Blank |',
    '| - | - | - | -: | - |',
    ...rows.map(lineOf),
  ].join('\n');
