import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';

/** Generated before anything else by scripts/install.mjs, and not tracked. */
const GENERATED = ['shared-ui/styled-system'];
const PACKAGES = 'node_modules';
/** The scope of the workspaces: npm links it to the folders of this tree. */
const OWN_SCOPE = '@portal';

/** A copy of the tree whose files can be changed without touching the working tree. */
export type TreeCopy = {
  readonly folder: string;
  write(file: string, source: string): Promise<void>;
};

/**
 * Copies the files of the repository as they lie on the disk. Its packages are links to ours, except
 * the workspaces, which must be those of the copy.
 * @param name of the folder below `.run/copies`; always the same, so that the caches of tools serve again
 */
export async function copyTree(name: string): Promise<TreeCopy> {
  const folder = path.join(ROOT, '.run/copies', name);
  await rm(folder, { recursive: true, force: true });
  for (const file of [...repositoryFiles(), ...GENERATED]) {
    await cp(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  }
  await linkPackages('.', folder);
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8'),
  );
  for (const workspace of workspaces) await linkPackages(workspace, folder);
  return { folder, write: (file, source) => writeFile(path.join(folder, file), source) };
}

async function linkPackages(workspace: string, folder: string): Promise<void> {
  const from = path.join(ROOT, workspace, PACKAGES);
  const to = path.join(folder, workspace, PACKAGES);
  const names = await readdir(from).catch(() => []);
  if (names.length > 0) await mkdir(to, { recursive: true });
  for (const name of names) {
    if (name === OWN_SCOPE) {
      // Relative links, which lead to the workspaces of the copy.
      await cp(path.join(from, name), path.join(to, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    } else await symlink(path.join(from, name), path.join(to, name));
  }
}
