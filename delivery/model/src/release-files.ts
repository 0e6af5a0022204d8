import { createHash } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import { textsOfScript } from '@portal/shared-contract/script-texts';
import { integrityOf, type ReleaseDocument, type ShellDocument } from './document.ts';
import { isAsset } from './store/file-type.ts';

/** As many digits as the build puts into the names of files. */
const HASH_DIGITS = 10;

export const hashInName = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

/** What stands in the page itself and beside it: the texts of files of the shell's release. */
export type PageTexts = Readonly<ShellDocument['page']>;

export const filesInPage = (release: ReleaseDocument): string[] => [
  ...('page' in release ? Object.values(release.page) : []),
  ...Object.values(release.rows).flatMap(({ firstView }) =>
    firstView ? [firstView.ja, firstView.en] : [],
  ),
];

/** The files of a release that the page loads: what stands in it is never loaded, and pictures and fonts load without it. */
export function loadedFiles(release: ReleaseDocument): Record<string, string> {
  const inPage = new Set(filesInPage(release));
  return Object.fromEntries(
    Object.entries(release.files)
      .filter(([name]) => !inPage.has(name) && !isAsset(name))
      .map(([name, { integrity }]) => [name, integrity]),
  );
}

/** Reads a text file of a release, and compares it with its hash, since what stands in the page has none. */
export async function readText(
  { name, version, files }: ReleaseDocument,
  file: string,
  read: (file: string) => Promise<Uint8Array>,
): Promise<string> {
  const body = await read(file);
  if (files[file]?.integrity !== integrityOf(body)) {
    throw new Error(`${file} of ${name} ${version} does not match its hash.`);
  }
  return new TextDecoder().decode(body);
}

type Release = { readonly files: object };

export function textsFor({ files }: Release, scripts: readonly string[], locale: Locale): string[] {
  const names = Object.keys(files);
  return scripts.flatMap((script) => textsOfScript(script, locale, names) ?? []);
}

export const withTexts = (
  release: Release,
  scripts: readonly string[],
  locale: Locale,
): string[] => [...scripts, ...textsFor(release, scripts, locale)];
