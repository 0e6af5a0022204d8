import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Mounts a small disk; only root may. @param options of tmpfs: `size=1m,nr_inodes=200` @returns whether it is there */
export const mountDisk = (folder: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;

/** Takes it out again, with what is on it. */
export const unmountDisk = (folder: string): void => void spawnSync('umount', [folder]);

/** Whether this machine lets the tests mount disks; tried once. */
export const canMountDisks: boolean = (() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  const isMounted = mountDisk(folder, 'size=1m');
  if (isMounted) unmountDisk(folder);
  rmdirSync(folder);
  return isMounted;
})();
