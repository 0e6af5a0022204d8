import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeSheet } from '@portal/delivery-builder/styles';
import { CACHE, ROOT } from '@portal/delivery-builder/workspace/packages';

/** Stylesheets that are rebuilt when sources change, in loading order. */
type WatchedStyles = { readonly files: readonly string[]; readonly stop: () => void };

/** How long to wait for further changes: editors write a file in several steps. */
const SETTLE_MS = 60;

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
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(writeAll).catch((error) => console.error(error));
    }, SETTLE_MS);
  };
  const sources = [...folders, join(ROOT, 'shared-ui')].map((folder) => join(folder, 'src'));
  const watchers = sources.map((folder) => watch(folder, { recursive: true }, onChange));
  return {
    files: folders.map(fileOf),
    stop: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
