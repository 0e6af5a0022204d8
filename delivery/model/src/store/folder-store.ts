import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { checkKey, isKey, type Store, StoreError } from './store.ts';

/**
 * A store in a folder. A value is written to a temporary file, synced, and then linked into
 * place, so that a killed process leaves at most a temporary file. Several processes may write at once.
 */
export function folderStore(folder: string): Store {
  const root = path.resolve(folder);
  // In the same folder, so that a finished file can be linked into place.
  const temporary = path.join(root, '.tmp');
  const fileOf = (key: string) => path.join(root, ...key.split('/'));

  return {
    async get(key) {
      checkKey(key);
      return unlessMissing(readFile(fileOf(key)));
    },
    async putIfAbsent(key, bytes) {
      checkKey(key);
      const draft = path.join(temporary, randomUUID());
      const file = fileOf(key);
      try {
        await mkdir(temporary, { recursive: true });
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, bytes, { flush: true });
        const isNew = await link(draft, file).then(
          () => true,
          (error: unknown) => {
            if (codeOf(error) === 'EEXIST') return false;
            throw error;
          },
        );
        if (isNew) await syncFolder(path.dirname(file));
        return isNew;
      } catch (cause) {
        throw new StoreError(
          `The file ${key} could not be written to ${root} (${codeOf(cause)}). Please check that this process may write there and that there is space.`,
          { cause },
        );
      } finally {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
    async *stored(prefix) {
      const below = path.join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = await unlessMissing(readdir(below, { recursive: true, withFileTypes: true }));
      for (const entry of entries ?? []) {
        const file = path.join(entry.parentPath, entry.name);
        const key = path.relative(root, file).replaceAll(path.sep, '/');
        if (!entry.isFile() || !isKey(key) || !key.startsWith(prefix)) continue;
        const found = await unlessMissing(stat(file));
        // Another process may have removed it since the folder was read.
        if (found) yield { key, at: found.mtimeMs, bytes: found.size };
      }
    },
    async remove(key) {
      checkKey(key);
      await unlessMissing(unlink(fileOf(key)));
    },
  };
}

/** There is no such file; a folder has this name; a file stands where a folder would be. */
const MISSING = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

async function unlessMissing<T>(using: Promise<T>): Promise<T | undefined> {
  try {
    return await using;
  } catch (cause) {
    if (MISSING.has(codeOf(cause))) return undefined;
    throw new StoreError(
      `The folder of releases cannot be used (${codeOf(cause)}). Please check that this process may read and write there.`,
      { cause },
    );
  }
}

/** Without this, the entry of a synced file could be lost in a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | undefined)?.code ?? error);
