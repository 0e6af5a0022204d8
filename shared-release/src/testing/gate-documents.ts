import type { ReleaseDocument, ReleasedFile, RemoteDocument, ShellDocument } from '../document.ts';

/** The hash and sizes of a file that tests name and never read. */
export function releasedFile(brotli: number): ReleasedFile {
  return {
    integrity: `sha384-${'A'.repeat(64)}`,
    size: brotli * 4,
    gzip: Math.round(brotli * 1.2),
    brotli,
    zstd: brotli,
  };
}

/** A version of which only the digest differs: `version('a')`. */
export const version = (digit: string): string => `0.1.0+${digit.repeat(12)}`;

const hashed = (stem: string, ending: string) => `${stem}.0123456789.${ending}`;

/** The document of a remote as a build writes it, with two screens below `/account`. */
export function remoteDocument(changes: Partial<RemoteDocument> = {}): RemoteDocument {
  const entry = hashed('entry', 'js');
  return {
    kind: 'remote',
    name: 'account',
    version: version('a'),
    federationName: 'mfe_account',
    committedAt: 1_790_000_000,
    commit: 'unknown',
    scripts: [entry, hashed('routes', 'js')],
    entry,
    styles: [hashed('styles', 'css')],
    catalogs: { ja: [hashed('ja', 'js')], en: [hashed('en', 'js')] },
    rows: {
      '/account': { files: [hashed('home', 'js')], guard: 'session', layout: 'default' },
      '/account/edit/:id': {
        files: [hashed('edit', 'js')],
        guard: 'session',
        layout: 'default',
        consumes: ['kit/dialog'],
      },
    },
    owns: ['/account'],
    files: {
      [entry]: releasedFile(2_000),
      [hashed('routes', 'js')]: releasedFile(1_000),
      [hashed('styles', 'css')]: releasedFile(800),
      [hashed('ja', 'js')]: releasedFile(5_000),
      [hashed('en', 'js')]: releasedFile(4_000),
      [hashed('home', 'js')]: releasedFile(2_000),
      [hashed('edit', 'js')]: releasedFile(9_000),
    },
    imports: { kit: ['Button'], 'kit/dialog': ['Dialog'], react: ['useState'] },
    requires: { kit: '^0.1.0', 'kit/dialog': '^0.1.0', react: '^19.3.1', unused: '^1.0.0' },
    ...changes,
  };
}

/** The document of a shell that shares what `remoteDocument` imports. */
export function shellDocument(changes: Partial<ShellDocument> = {}): ShellDocument {
  return {
    kind: 'shell',
    name: 'shell',
    version: version('1'),
    federationName: 'shell',
    committedAt: 1_790_000_000,
    commit: 'unknown',
    scripts: [hashed('main', 'js')],
    styles: [hashed('styles', 'css')],
    catalogs: { ja: [hashed('catalog-ja', 'js')], en: [hashed('catalog-en', 'js')] },
    rows: {
      '/': { files: [hashed('welcome', 'js')], guard: 'public', layout: 'empty' },
      '/callback': { files: [], guard: 'public', layout: 'empty' },
    },
    owns: ['/', '/callback'],
    files: {
      [hashed('main', 'js')]: releasedFile(150_000),
      [hashed('styles', 'css')]: releasedFile(9_000),
      [hashed('catalog-ja', 'js')]: releasedFile(6_000),
      [hashed('catalog-en', 'js')]: releasedFile(5_000),
      [hashed('welcome', 'js')]: releasedFile(1_000),
      [hashed('dialog', 'js')]: releasedFile(12_000),
      [hashed('boot', 'js')]: releasedFile(3_000),
      [hashed('skeleton', 'html')]: releasedFile(500),
      [hashed('critical', 'css')]: releasedFile(700),
      [hashed('silent-check', 'html')]: releasedFile(200),
    },
    exports: { kit: ['Badge', 'Button'], 'kit/dialog': ['Dialog'], react: ['default', 'useState'] },
    provides: { kit: '0.1.0', 'kit/dialog': '0.1.0', react: '19.3.1' },
    lazyShared: { 'kit/dialog': [hashed('dialog', 'js')] },
    page: {
      boot: hashed('boot', 'js'),
      skeleton: hashed('skeleton', 'html'),
      criticalStyles: hashed('critical', 'css'),
      silentCheck: hashed('silent-check', 'html'),
    },
    ...changes,
  };
}

/** The document with some files of other sizes. */
export function resized<Document extends ReleaseDocument>(
  document: Document,
  brotli: Readonly<Record<string, number>>,
): Document {
  const sizes = Object.entries(brotli).map(([file, bytes]) => [file, releasedFile(bytes)]);
  return { ...document, files: { ...document.files, ...Object.fromEntries(sizes) } };
}
