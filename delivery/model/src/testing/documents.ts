import {
  type ReleaseContent,
  type ReleasedFile,
  type RemoteDocument,
  type ShellDocument,
  versionedDocument,
} from '../document.ts';
import type { PageTexts } from '../release-files.ts';

/** The file of a document for tests: `main.0123456789.js`. */
export const fileName = (name: string, ending: 'js' | 'css' | 'txt' = 'js'): string =>
  `${name}.0123456789.${ending}`;

/** A hash that fits no file. */
export const INTEGRITY = `sha384-${'a'.repeat(64)}`;

const released: ReleasedFile = { integrity: INTEGRITY, size: 9, brotli: 9 };

const COMMON = { committedAt: 0, commit: 'unknown', styles: [fileName('styles', 'css')] };

/** A release of a remote, for tests. */
export function remoteDocument(
  name: string,
  over: Partial<Omit<RemoteDocument, 'version'>> = {},
): RemoteDocument {
  const content: ReleaseContent = {
    ...COMMON,
    kind: 'remote',
    name,
    scripts: [fileName('entry')],
    entry: fileName('entry'),
    imports: {},
    requires: {},
    rows: { [`/${name}`]: { files: [fileName('screen')], guard: 'session', layout: 'default' } },
    files: { [fileName('entry')]: released },
    ...over,
  };
  return versionedDocument('0.1.0', content) as RemoteDocument;
}

/** A release of the shell, for tests. */
export function shellDocument(over: Partial<Omit<ShellDocument, 'version'>> = {}): ShellDocument {
  const page = {
    boot: fileName('boot'),
    skeleton: fileName('skeleton', 'txt'),
    criticalStyles: fileName('critical', 'css'),
    silentCheck: fileName('silent-check'),
    worker: fileName('worker'),
  };
  const names = [fileName('main'), ...Object.values(page)];
  const content: ReleaseContent = {
    ...COMMON,
    kind: 'shell',
    name: 'shell',
    scripts: [fileName('main')],
    exports: {},
    provides: {},
    lazyShared: {},
    rows: { '/': { files: [], guard: 'session', layout: 'default' } },
    files: Object.fromEntries(names.map((file) => [file, released])),
    page,
    ...over,
  };
  return versionedDocument('0.1.0', content) as ShellDocument;
}

/** What stands in the page, for tests. */
export const PAGE_TEXTS: PageTexts = {
  boot: 'boot()',
  skeleton: '<div id="skeleton">{{brand.ja}}</div>',
  criticalStyles: 'body{margin:0}',
  silentCheck: 'silentCheck()',
  worker: 'worker()',
};
