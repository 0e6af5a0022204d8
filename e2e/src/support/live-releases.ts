import { expect, type Page } from '@playwright/test';
import { createReleaseClient } from '@portal/delivery-model/client/client';
import { promotion } from '@portal/server-testing/releases/page-setting';
import type { LatestReleases } from '@portal/shared-contract';
import { type ChangedRelease, publishChanged } from './changed-release.ts';
import type { Addresses } from './portal.ts';

type Portal = Pick<Addresses, 'portal' | 'operator'>;
type ReleaseClient = ReturnType<typeof createReleaseClient>;

/** The operator's calls to a portal of this machine. */
export const operatorOf = ({ portal, operator }: Portal): ReleaseClient =>
  createReleaseClient({ apiUrl: `${portal}/api`, token: operator.PORTAL_TOKEN });

/** Publishes a release and promotes it, and waits until the portal's page names it. */
export async function makeLive(portal: Portal, release: ChangedRelease): Promise<void> {
  const { name, version } = release.document;
  const client = operatorOf(portal);
  await publishChanged(client, release);
  await client.operate(promotion(release));
  await expectLive(portal, name, version);
}

/** Waits until a page that is loaded now has this release of a part; undefined for none. */
export async function expectLive(
  portal: Pick<Portal, 'portal'>,
  part: string,
  version: string | undefined,
): Promise<void> {
  await expect.poll(async () => (await latestOf(portal)).parts[part]).toBe(version);
}

/** The releases that the portal names to a browser without a slice. */
export async function latestOf({ portal }: Pick<Portal, 'portal'>): Promise<LatestReleases> {
  return (await fetch(`${portal}/latest.json`)).json();
}

/** Whether the page's own part shows texts of a marked release (changed-release.ts). */
export const isMarked = async (page: Page, mark: string): Promise<boolean> =>
  (await page.getByRole('main').textContent())?.includes(mark) === true;
