import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { WORKSPACE } from './packages.ts';

/** Folders that a build generates or that hold no sources. */
const IGNORED = new Set(['node_modules', 'dist', 'styled-system', 'coverage']);

/** One hash over the names and contents of all sources below these paths. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort();
  const bodies = await Promise.all(files.map((file) => readFile(file)));
  files.forEach((file, index) => {
    hash.update(relative(WORKSPACE, file)).update('\0');
    hash.update(bodies[index] as Buffer).update('\0');
  });
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [path];
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !/\.test\.tsx?$/.test(name))
      .map((entry) => {
        const full = join(path, entry.name);
        return entry.isDirectory() ? filesBelow(full) : [full];
      }),
  );
  return nested.flat();
}
