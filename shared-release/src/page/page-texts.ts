import type { ShellDocument } from '../document.ts';
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
  const text = async (part: keyof PageTexts): Promise<string> => {
    const file = shell.page[part];
    const body = await read(file);
    if (shell.files[file]?.integrity !== integrityOf(body)) {
      throw new Error(`${file} of ${shell.name} ${shell.version} does not match its hash.`);
    }
    return new TextDecoder().decode(body);
  };
  const [boot, skeleton, criticalStyles, silentCheck] = await Promise.all([
    text('boot'),
    text('skeleton'),
    text('criticalStyles'),
    text('silentCheck'),
  ]);
  return { boot, skeleton, criticalStyles, silentCheck };
}
