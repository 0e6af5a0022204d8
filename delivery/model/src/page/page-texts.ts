import type { ReleaseDocument, ShellDocument } from '../document.ts';
import { integrityOf } from '../integrity.ts';

type PageFiles = ShellDocument['page'];

/** What stands in the page itself and beside it: the texts of files of the shell's release. */
export type PageTexts = Readonly<Record<keyof Omit<PageFiles, 'worker' | 'headers'>, string>> &
  Readonly<Partial<Record<'worker' | 'headers', string | undefined>>>;

/**
 * Reads these files and compares them with their hashes, since they stand in the page without
 * one.
 * @param read the bytes of a file of the release
 * @throws Error for a file whose bytes are not those of the release
 */
export async function readPageTexts(
  shell: ShellDocument,
  read: (file: string) => Promise<Uint8Array>,
): Promise<PageTexts> {
  const { page } = shell;
  const text = (file: string) => readText(shell, file, read);
  const [boot, skeleton, criticalStyles, silentCheck, worker, headers] = await Promise.all([
    text(page.boot),
    text(page.skeleton),
    text(page.criticalStyles),
    text(page.silentCheck),
    page.worker === undefined ? undefined : text(page.worker),
    page.headers === undefined ? undefined : text(page.headers),
  ]);
  return { boot, skeleton, criticalStyles, silentCheck, worker, headers };
}

/**
 * Reads a text file of a release.
 * @throws Error when its bytes are not those of the release
 */
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
