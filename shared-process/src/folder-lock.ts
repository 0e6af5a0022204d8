import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from './command-line.ts';

/** Another running process has the folder open; `message` says so in one sentence. */
export class FolderLockedError extends Refused {
  override readonly name = 'FolderLockedError';
}

export type FolderLock = { release(): void };

const SQLITE_BUSY = 5;

/**
 * Locks a database folder for this process. PGlite itself lets a second process open the same
 * folder without an error, and the commits of that process are then lost.
 *
 * The lock is an operating system lock on an SQLite file beside the folder. The operating system
 * releases it when the process ends, however it ends, so there are no stale locks. It also holds
 * within the process, and between containers that share the folder on one machine.
 *
 * @throws FolderLockedError when a running process, including this one, holds the lock.
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
