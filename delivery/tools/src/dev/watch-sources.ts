import { watch } from 'node:fs';
import { join } from 'node:path';

/** An editor writes several files at once, and one in several steps. */
const SETTLED_MS = 100;

/** Does the work after each change of the sources of packages, one time after the other. */
export function watchSources(
  folders: readonly string[],
  onChange: () => Promise<unknown>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const watchers = folders.map((folder) =>
    watch(join(folder, 'src'), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(onChange).catch((error: Error) => console.error(error.message));
      }, SETTLED_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
