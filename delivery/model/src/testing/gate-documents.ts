import type { ReleaseDocument, ReleasedFile, RemoteDocument, ShellDocument } from '../document.ts';
import * as plain from './documents.ts';

const { fileName } = plain;

/** The hash and sizes of a file that tests name and never read. */
export function releasedFile(brotli: number): ReleasedFile {
  return { integrity: plain.INTEGRITY, size: brotli * 4, brotli };
}

/** A version of which only the digest differs: `version('a')`. */
export const version = (digit: string): string => `0.1.0+${digit.repeat(12)}`;

/** A remote with two screens below `/account`, with sizes, and with imports from the shell. */
export function remoteDocument(changes: Partial<RemoteDocument> = {}): RemoteDocument {
  const document = plain.remoteDocument('account', {
    scripts: [fileName('entry'), fileName('routes')],
    rows: {
      '/account': { files: [fileName('home')], kind: 'first', guard: 'session', layout: 'default' },
      '/account/edit/:id': {
        files: [fileName('edit')],
        kind: 'form',
        guard: 'session',
        layout: 'default',
        consumes: ['kit/dialog'],
      },
    },
    files: {
      [fileName('entry')]: releasedFile(2_000),
      [fileName('routes')]: releasedFile(1_000),
      [fileName('styles', 'css')]: releasedFile(800),
      [fileName('ja')]: releasedFile(5_000),
      [fileName('en')]: releasedFile(4_000),
      [fileName('home')]: releasedFile(2_000),
      [fileName('edit')]: releasedFile(9_000),
    },
    imports: { kit: ['Button'], 'kit/dialog': ['Dialog'], react: ['useState'] },
    requires: { kit: '^0.1.0', 'kit/dialog': '^0.1.0', react: '^19.3.1', unused: '^1.0.0' },
  });
  return { ...document, version: version('a'), ...changes };
}

/** A shell, with sizes, that shares what `remoteDocument` imports. */
export function shellDocument(changes: Partial<ShellDocument> = {}): ShellDocument {
  const document = plain.shellDocument({
    rows: {
      '/': { files: [fileName('welcome')], kind: 'first', guard: 'public', layout: 'empty' },
      '/callback': { files: [], kind: 'first', guard: 'public', layout: 'empty' },
    },
    files: {
      [fileName('main')]: releasedFile(106_000),
      [fileName('styles', 'css')]: releasedFile(9_000),
      [fileName('ja')]: releasedFile(6_000),
      [fileName('en')]: releasedFile(5_000),
      [fileName('welcome')]: releasedFile(1_000),
      [fileName('dialog')]: releasedFile(12_000),
      [fileName('boot')]: releasedFile(3_000),
      [fileName('skeleton', 'txt')]: releasedFile(500),
      [fileName('critical', 'css')]: releasedFile(700),
      [fileName('silent-check')]: releasedFile(200),
      [fileName('worker')]: releasedFile(6_000),
    },
    exports: { kit: ['Badge', 'Button'], 'kit/dialog': ['Dialog'], react: ['default', 'useState'] },
    provides: { kit: '0.1.0', 'kit/dialog': '0.1.0', react: '19.3.1' },
    lazyShared: { 'kit/dialog': [fileName('dialog')] },
  });
  return { ...document, version: version('1'), ...changes };
}

/** The document with some files of other sizes. */
export function resized<Document extends ReleaseDocument>(
  document: Document,
  brotli: Readonly<Record<string, number>>,
): Document {
  const sizes = Object.entries(brotli).map(([file, bytes]) => [file, releasedFile(bytes)]);
  return { ...document, files: { ...document.files, ...Object.fromEntries(sizes) } };
}
