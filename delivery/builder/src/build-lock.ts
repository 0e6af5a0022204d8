import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderLockedError, lockFolder } from '@portal/shared-process/folder-lock';
import { CACHE } from './workspace/packages.ts';

const LOOK_AGAIN_MS = 200;

/** Runs the work while no other process builds this package. The system ends the lock with its process. */
export async function withBuildLock<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquire(join(CACHE, 'locks', name));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquire(folder: string) {
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderLockedError)) throw error;
      await wait(LOOK_AGAIN_MS);
    }
  }
}
