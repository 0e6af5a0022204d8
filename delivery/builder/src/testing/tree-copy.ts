import { execFile } from 'node:child_process';
import { cp, link, mkdir, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument } from '@portal/delivery-model/document-version';
import { ROOT } from '../workspace/packages.ts';

/** A copy of the repository, without its history and without anything that was built. */
export type TreeCopy = {
  readonly folder: string;
  /** Builds what has changed, as `npm test` does. */
  build(): Promise<void>;
  /** The files and documents that it has built, by their paths. */
  releases(): Promise<Map<string, Buffer>>;
  /** The document of a package's last build. */
  document(name: string): Promise<ReturnType<typeof parseDocument>>;
  remove(): Promise<void>;
};

const MAIN = `
  const { buildAll } = await import('./delivery/builder/src/index.ts');
  await buildAll({ log: () => {} });
`;

/**
 * Copies the tree as it lies on the disk. Its packages are hard links, since webpack follows symbolic
 * ones and would see two copies in one place.
 * @param path below `.run`, which is on the same disk
 */
export async function copyTree(path: string): Promise<TreeCopy> {
  const folder = join(ROOT, '.run', path);
  await rm(folder, { recursive: true, force: true });
  await copyFolder(ROOT, folder, cp);
  return {
    folder,
    async build() {
      const args = ['--input-type=module', '--eval', MAIN];
      await promisify(execFile)(process.execPath, args, { cwd: folder });
    },
    async releases() {
      const root = join(folder, '.releases');
      const names = await readdir(root, { recursive: true, withFileTypes: true });
      // The record of the last build is about this machine alone.
      const files = names.filter((entry) => entry.isFile() && !/\/built$/.test(entry.parentPath));
      const bodies = files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        return [file.slice(root.length), await readFile(file)] as const;
      });
      return new Map((await Promise.all(bodies)).sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    async document(name) {
      const read = (file: string) => readFile(join(folder, '.releases', file), 'utf8');
      const { version } = JSON.parse(await read(`built/${name}.json`));
      return parseDocument(await read(`releases/${name}/${version}.json`));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The programs of the packages, and for which browsers is built. */
const COPIED_WITH_DOT = ['.bin', '.browserslistrc'];

/** Copies a folder except what starts with a dot; from `node_modules` on it makes links. */
async function copyFolder(
  from: string,
  to: string,
  copy: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // All else with a dot was made by a tool.
    if (entry.name.startsWith('.') && !COPIED_WITH_DOT.includes(entry.name)) continue;
    if (entry.isDirectory()) {
      await copyFolder(source, target, entry.name === 'node_modules' ? link : copy);
    } else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copy(source, target);
  }
}
