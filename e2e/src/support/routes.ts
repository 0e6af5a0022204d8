import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import {
  documentKey,
  parseDocument,
  type ReleaseDocument,
  type RouteKind,
} from '@portal/delivery-model/document';
import type { RouteOnPage } from '@portal/shared-contract';
import { ownNotification } from './notifications.ts';
import { ownOrder, ownPassport } from './passports.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The folder of what was built on this machine. */
export const RELEASES = join(ROOT, '.releases');

/** Short names of the remotes (`account`): the workspaces `mfe-*` of the root's package.json. */
export const REMOTES: readonly string[] = remoteNames();

/** The packages whose releases make up the portal. */
export const PACKAGES: readonly string[] = ['shell', ...REMOTES];

function remoteNames(): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return workspaces
    .filter((folder) => folder.startsWith('mfe-'))
    .map((folder) => folder.slice('mfe-'.length));
}

/** What this package reads of the document of a release (delivery/model/src/document.ts). */
export type ReleaseFacts = {
  readonly version: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** `consumes`: shared modules that the screen needs, by share key. */
  readonly rows: Readonly<
    Record<
      string,
      RouteOnPage & { readonly consumes?: readonly string[]; readonly kind?: RouteKind }
    >
  >;
  /** Files of each shared module that is fetched on demand; the shell only. */
  readonly lazyShared: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, { readonly brotli: number }>>;
};

/** The release that the last build of a package on this machine has given. */
export async function builtRelease(name: string): Promise<ReleaseFacts> {
  return (await builtDocument(name)) as unknown as ReleaseFacts;
}

/** The whole document of the last build of a package on this machine. */
export async function builtDocument(name: string): Promise<ReleaseDocument> {
  const text = (file: string) => readFile(join(RELEASES, file), 'utf8');
  const { version } = JSON.parse(await text(`built/${name}.json`)) as { version: string };
  return parseDocument(await text(documentKey(name, version)));
}

export type ReleasedRoute = {
  /** The package that owns it: `shell`, `account`. */
  readonly package: string;
  readonly path: `/${string}`;
  readonly guard: RouteOnPage['guard'];
};

/** Every screen of the portal, as the releases themselves list them: none can be forgotten. */
export async function releasedRoutes(): Promise<ReleasedRoute[]> {
  const routes = await Promise.all(
    PACKAGES.map(async (name) => {
      const { rows } = await builtRelease(name);
      return Object.entries(rows).map(([path, { guard }]) => ({
        package: name,
        path: path as `/${string}`,
        guard,
      }));
    }),
  );
  return routes.flat();
}

/** The main screen of a remote: the one with the shortest path. @throws Error for a remote without a screen */
export async function mainScreenOf(remote: string): Promise<ReleasedRoute> {
  const routes = (await releasedRoutes()).filter((route) => route.package === remote);
  const [main] = routes.sort((a, b) => a.path.length - b.path.length);
  if (!main) throw new Error(`The remote ${remote} has no screen.`);
  return main;
}

type Portal = { readonly portal: string; readonly api: string; readonly outbox: string };

/** A value for the parameter of a path, of something that belongs to the member on the page. */
const SAMPLES: Readonly<Record<string, (page: Page, portal: Portal) => Promise<string>>> = {
  '/account/edit/:part': async () => 'name',
  '/my-page/notifications/:id': ownNotification,
  '/my-page/passports/:id': ownPassport,
  '/my-page/passports/purchases/:number': ownOrder,
};

/** An address to open for a released path, as the member on the page. @throws Error for a parameter without a sample */
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
