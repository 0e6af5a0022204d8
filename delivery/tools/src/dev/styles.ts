import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeSheet } from '@portal/delivery-builder/styles';
import { CACHE, ROOT } from '@portal/delivery-builder/workspace/packages';

/** Stylesheets that are rebuilt when sources change, in loading order. */
export type WatchedStyles = { readonly files: readonly string[]; readonly stop: () => void };

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
  const sheets = folders.map((folder) => {
    const file = join(target, `${basename(folder)}.css`);
    return { file, folder, write: inTurn(() => writeSheet(folder, file)) };
  });
  await Promise.all(sheets.map(({ write }) => write()));

  const watchers = sheets.flatMap(({ folder, write }) =>
    [join(folder, 'src'), join(ROOT, 'shared-ui/src')].map((sources) => {
      let timer: NodeJS.Timeout | undefined;
      return watch(sources, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => write().catch((error) => console.error(error)), SETTLE_MS);
      });
    }),
  );
  return {
    files: sheets.map(({ file }) => file),
    stop: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Allows one run at a time. Requests during a run cause one more run after it. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return () => {
    if (running) {
      next ??= running.catch(() => {}).then(() => start());
      return next;
    }
    return start();
  };

  function start(): Promise<void> {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  }
}
