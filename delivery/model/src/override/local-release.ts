import type { RemoteOnPage } from '@portal/shared-contract';
import { fileKey, type RemoteDocument } from '../document.ts';

/** Where a developer's machine describes its last build of the part that it serves. */
export const LOCAL_RELEASE_PATH = '/release.json';
/** Where it says, as an event, that there is another build. */
export const LOCAL_CHANGES_PATH = '/changes';

/** The address of the files of a local build. */
export const localBase = (local: string, part: string): string => `${local}/${fileKey(part, '')}`;

/** Without files of its own, so that nothing of it runs until the local build is described. */
export const localStandIn = (part: string): RemoteDocument => ({
  kind: 'remote',
  name: part,
  version: '0.0.0+000000000000',
  federationName: `mfe_${part.replaceAll('-', '_')}`,
  committedAt: 0,
  commit: 'unknown',
  scripts: ['local.0000000000.js'],
  entry: 'local.0000000000.js',
  styles: [],
  catalogs: { ja: [], en: [] },
  rows: {},
  owns: [],
  files: {},
  imports: {},
  requires: {},
});

type LocalSource = {
  readonly part: string;
  readonly local: string;
  readonly segments: readonly string[] | undefined;
};

/**
 * The boot script of a page with a local build: it asks the developer's machine for the document of the
 * build and puts its files, with their hashes, into the page's data first. From then on the page trusts
 * these files only, as it does with a release (docs/decisions/0056-override.md).
 * @param json of data, safe in a script element
 */
export function bootWithLocalRelease(
  boot: string,
  source: LocalSource,
  json: (value: unknown) => string,
): string {
  const { part, local, segments } = source;
  const base = localBase(local, part);
  const url = local + LOCAL_RELEASE_PATH;
  const settings = json({ part, base, url, changes: local + LOCAL_CHANGES_PATH, segments });
  return `(${takeLocalRelease.toString()})(${settings}).then(()=>{${boot}\n})`;
}

/** Runs in the browser, from its own text: it uses nothing of this module. */
async function takeLocalRelease({
  part,
  base,
  url,
  changes,
  segments,
}: {
  readonly part: string;
  readonly base: string;
  readonly url: string;
  readonly changes: string;
  readonly segments?: readonly string[];
}): Promise<void> {
  try {
    const answer = await fetch(url, { credentials: 'omit', cache: 'no-store' });
    const release: RemoteDocument = await answer.json();
    if (release.name !== part || release.kind !== 'remote') throw new Error(`Not ${part}: ${url}`);
    const old = document.getElementById('portal-data');
    const data = JSON.parse(old?.textContent ?? '');
    const files: Record<string, string> = {};
    for (const [file, { integrity }] of Object.entries(release.files)) {
      if (/^[\w~.-]+$/.test(file)) files[file] = integrity;
    }
    const routes: Record<string, unknown> = {};
    for (const [path, row] of Object.entries(release.rows)) {
      const segment = path.split('/')[1];
      if (segments && !segments.includes(`/${segment}`)) continue;
      routes[path] = row;
      data.areas += ` ${segment}:${part}`;
    }
    for (const [slot, { height, audience }] of Object.entries(release.slots ?? {})) {
      const others = data.slots?.[slot] ?? [];
      data.slots = { ...data.slots, [slot]: [{ part, height, audience }, ...others] };
    }
    const { version, federationName: name, entry, scripts, styles, catalogs } = release;
    const remote = { version, base, name, entry, scripts, styles, catalogs, files, routes };
    data.remotes[part] = remote satisfies Omit<RemoteOnPage, 'routes'>;
    // The text of a script element may not be written (Trusted Types).
    const holder = document.createElement('div');
    holder.id = 'portal-data';
    holder.hidden = true;
    holder.textContent = JSON.stringify(data);
    old?.replaceWith(holder);
    // What is typed in a form is kept, as over any reload.
    new EventSource(changes).onmessage = () => window.location.reload();
  } catch (error) {
    // The part then has no screens, and its addresses show the words of an unknown one.
    console.error(error);
  }
}
