import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeSheet } from '@portal/delivery-builder/styles';
import { CACHE, ROOT } from '@portal/delivery-builder/workspace/packages';
import { watchSources } from './watch-sources.ts';

/** Stylesheets that are rebuilt when sources change, in loading order. */
type WatchedStyles = { readonly files: readonly string[]; readonly stop: () => void };

/**
 * Builds one stylesheet per package folder, as in a release: the shell's with tokens, reset and
 * every recipe of shared-ui, and the remote's own utilities. Panda's watch mode misses all but the
 * last of several files saved together, so each change runs it again, which takes under a second.
 */
export async function watchStyles(
  name: string,
  folders: readonly string[],
): Promise<WatchedStyles> {
  const target = join(CACHE, 'dev-styles', name);
  await mkdir(target, { recursive: true });
  const fileOf = (folder: string) => join(target, `${basename(folder)}.css`);
  const writeAll = async () => {
    for (const folder of folders) await writeSheet(folder, fileOf(folder));
  };
  await writeAll();
  const stop = watchSources([...folders, join(ROOT, 'shared-ui')], writeAll);
  return { files: folders.map(fileOf), stop };
}
