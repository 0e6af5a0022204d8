import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { checkKey, checkPrefix, isKey, type Store, type StoredValue, StoreError } from './store.ts';

/** In the same folder, so that a finished file can be linked into place. */
const TEMPORARY = '.tmp';
/** No write takes this long: an older temporary file is of a process that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * A store in a folder. A value is written to a temporary file, synced, and then linked into
 * place, so that a killed process leaves at most a temporary file. Several processes may write at once.
 */
export function folderStore(folder: string): Store {
  const root = path.resolve(folder);
  const temporary = path.join(root, TEMPORARY);
  const fileOf = (key: string) => path.join(root, ...key.split('/'));
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await makeFolder(temporary);
    for (const name of await readdir(temporary)) {
      const file = path.join(temporary, name);
      const found = await unlessMissing(stat(file));
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
    }
  }

  /** Writes a synced temporary file and links it into place, unless another is there. */
  async function write(key: string, bytes: Uint8Array): Promise<boolean> {
    checkKey(key);
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const draft = path.join(temporary, randomUUID());
    const file = fileOf(key);
    try {
      await prepared;
      await writeSynced(draft, bytes);
      await makeFolder(path.dirname(file));
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
      // Nothing depends on it: what stays is removed later as abandoned.
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  async function* walk(below: string, prefix: string): AsyncIterable<StoredValue> {
    const entries = (await unlessMissing(readdir(path.join(root, below), DETAILS))) ?? [];
    for (const entry of entries) {
      const key = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) {
        // Only folders that can hold a key with this prefix.
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* walk(key, prefix);
      } else if (key.startsWith(prefix)) {
        const found = await unlessMissing(stat(fileOf(key)));
        // Another process may have removed it since the folder was read.
        if (found) yield { key, at: found.mtimeMs, bytes: found.size };
      }
    }
  }

  return {
    async get(key) {
      checkKey(key);
      return unlessMissing(readFile(fileOf(key)));
    },
    putIfAbsent: write,
    stored(prefix) {
      checkPrefix(prefix);
      return walk('', prefix);
    },
    async remove(key) {
      checkKey(key);
      await unlessMissing(unlink(fileOf(key)));
    },
  };
}

const DETAILS = { withFileTypes: true } as const;
/** There is no such file; a folder has this name; a file stands where a folder would be. */
const MISSING = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/** @throws StoreError for what cannot be read or removed for another reason */
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

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder, and syncs each one that got a new entry. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
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
