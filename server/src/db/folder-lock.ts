import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder belongs to a living process; `message` says so in one sentence. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

export type FolderLock = { release(): void };

const SQLITE_BUSY = 5;

/**
 * Takes a database folder for this process alone. PGlite itself lets a second process open the same
 * folder without an error, whose commits then vanish.
 *
 * The lock is the operating system's own, held through an SQLite file beside the folder: it is free
 * in the moment its process ends, however it ends, so there is no stale lock to judge by its age.
 * It holds within the process too, and between containers that share the folder on one machine.
 *
 * @throws FolderLockedError when a living process, this one included, has it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = `${path.resolve(folder)}.lock`;
  const owner = `${file}.pid`;
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new FolderLockedError(
      `The database folder ${folder} is in use by process ${ownerOf(owner)}; end that process, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  writeFileSync(owner, String(process.pid));
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'unknown';
  }
}
