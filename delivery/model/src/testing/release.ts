import { createHash } from 'node:crypto';
import {
  integrityOf,
  type ReleaseContent,
  type ReleaseDocument,
  type RemoteDocument,
  type ShellDocument,
  versionedDocument,
} from '../document.ts';

/** A small release with its files, as a build makes it. */
export type TestRelease<D extends ReleaseDocument = ReleaseDocument> = {
  readonly document: D;
  readonly files: Readonly<Record<string, Uint8Array>>;
};

const sha = (algorithm: string, bytes: Uint8Array, encoding: 'hex' | 'base64') =>
  createHash(algorithm).update(bytes).digest(encoding);

/** Makes a release of a remote; other `content` is another version. @param owns the segments of its routes */
export function makeRelease(
  name: string,
  content: string,
  owns: readonly string[] = [`/${name}`],
  changes: Partial<Omit<RemoteDocument, 'version'>> = {},
): TestRelease<RemoteDocument> {
  const { files, described } = filesOf(name, content);
  const [entry = ''] = Object.keys(files);
  const document: ReleaseContent = {
    kind: 'remote',
    name,
    committedAt: 1_795_000_000,
    commit: 'unknown',
    scripts: [entry],
    entry,
    styles: [],
    rows: Object.fromEntries(
      owns.map((path) => [
        path,
        { files: [], kind: 'first', guard: 'session', layout: 'default' } as const,
      ]),
    ),
    files: described,
    imports: { react: ['useState'] },
    requires: { react: '^19.0.0' },
    ...changes,
  };
  return { files, document: versionedDocument('1.0.0', document) as RemoteDocument };
}

/** Makes a release of the shell. */
export function makeShell(
  content: string,
  changes: Partial<Omit<ShellDocument, 'version'>> = {},
): TestRelease<ShellDocument> {
  const { files, described } = filesOf('shell', content);
  const [entry = '', second = ''] = Object.keys(files);
  const document: ReleaseContent = {
    kind: 'shell',
    name: 'shell',
    committedAt: 1_795_000_000,
    commit: 'unknown',
    scripts: [entry],
    styles: [],
    rows: {},
    files: described,
    exports: { react: ['useState', 'useEffect'] },
    provides: { react: '19.3.0' },
    lazyShared: {},
    page: { boot: entry, skeleton: second, criticalStyles: second, silentCheck: second },
    ...changes,
  };
  return { files, document: versionedDocument('1.0.0', document) as ShellDocument };
}

function filesOf(name: string, content: string) {
  const files: Record<string, Uint8Array> = {};
  for (const [file, text] of [
    ['main', `console.log(${JSON.stringify(`${name} ${content}`)});`],
    ['lazy', `export const lazy = ${JSON.stringify(content)};`],
    ['same', `export const same = ${JSON.stringify(name)};`],
  ] as const) {
    const bytes = new TextEncoder().encode(text);
    files[`${file}.${sha('sha256', bytes, 'hex').slice(0, 10)}.js`] = bytes;
  }
  const described = Object.fromEntries(
    Object.entries(files).map(([file, bytes]) => {
      const { length: size } = bytes;
      return [file, { integrity: integrityOf(bytes), size, brotli: size }];
    }),
  );
  return { files, described };
}
