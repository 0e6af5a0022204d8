import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { RouteOnPage } from '@portal/shared-contract';
import { ownNotification } from './notifications.ts';
import { ownPass } from './passes.ts';

export const RELEASES = resolve(import.meta.dirname, '../../../.releases');
/** The packages whose releases make the portal. */
export const PARTS = ['shell', 'account', 'mypage', 'signup'] as const;
export type Part = (typeof PARTS)[number];

/** What this package reads of a `release.json` (delivery/src/build/release.ts). */
export type ReleaseFacts = {
  readonly version: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly catalogs: Readonly<Record<'ja' | 'en', readonly string[]>>;
  /** `takes`: shared modules that the screen wants, by share key. */
  readonly rows: Readonly<Record<string, RouteOnPage & { readonly takes?: readonly string[] }>>;
  /** Files of each shared module that is fetched on demand; the shell only. */
  readonly offers: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, { readonly brotli: number }>>;
};

/** The release of a part that is live on this machine. */
export async function liveRelease(part: Part): Promise<ReleaseFacts> {
  const json = async (...path: string[]) =>
    JSON.parse(await readFile(join(RELEASES, part, ...path), 'utf8'));
  const { version } = (await json('live.json')) as { version: string };
  return (await json(version, 'release.json')) as ReleaseFacts;
}

export type ReleasedRoute = {
  readonly part: Part;
  readonly path: `/${string}`;
  readonly guard: RouteOnPage['guard'];
};

/** Every screen of the portal, as the releases themselves name them: none can be forgotten. */
export async function releasedRoutes(): Promise<ReleasedRoute[]> {
  const routes = await Promise.all(
    PARTS.map(async (part) => {
      const { rows } = await liveRelease(part);
      return Object.entries(rows).map(([path, { guard }]) => ({
        part,
        path: path as `/${string}`,
        guard,
      }));
    }),
  );
  return routes.flat();
}

type Portal = { readonly portal: string; readonly api: string; readonly outbox: string };

/** What stands for the parameter of a path: of something that the member on the page has. */
const SAMPLES: Readonly<Record<string, (page: Page, portal: Portal) => Promise<string>>> = {
  '/my-page/notifications/:id': ownNotification,
  '/my-page/passports/:id': ownPass,
};

/**
 * An address to visit for a path of the rows, as the member who is signed in on the page.
 * @throws Error for a parameter without a sample: whoever adds such a screen adds one above.
 */
export async function visitable(
  path: `/${string}`,
  page: Page,
  portal: Portal,
): Promise<`/${string}`> {
  if (!path.includes(':')) return path;
  const sample = SAMPLES[path];
  if (!sample) throw new Error(`SAMPLES needs a value for the parameter of ${path}.`);
  return path.replace(/:[^/]+/, await sample(page, portal)) as `/${string}`;
}
