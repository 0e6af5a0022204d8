import type { ReleaseDocument, ShellDocument } from '../document.ts';
import { integrityOf } from '../integrity.ts';

/** What stands in the page itself: the texts of four files of the shell's release. */
export type PageTexts = Readonly<Record<keyof ShellDocument['page'], string>>;

/**
 * Reads these four files and compares them with their hashes, since they stand in the page without
 * one.
 * @param read the bytes of a file of the release
 * @throws Error for a file whose bytes are not those of the release
 */
export async function readPageTexts(
  shell: ShellDocument,
  read: (file: string) => Promise<Uint8Array>,
): Promise<PageTexts> {
  const text = (part: keyof PageTexts) => readText(shell, shell.page[part], read);
  const [boot, skeleton, criticalStyles, silentCheck] = await Promise.all([
    text('boot'),
    text('skeleton'),
    text('criticalStyles'),
    text('silentCheck'),
  ]);
  return { boot, skeleton, criticalStyles, silentCheck };
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
