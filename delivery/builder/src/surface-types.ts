import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInName } from '@portal/delivery-model/page/hash-list';
import type { SurfaceTypes } from '@portal/delivery-model/surface-types';
import { OWN_SHARED, readManifest } from './shared-modules.ts';
import { declarationsOf } from './workspace/declarations.ts';
import { ROOT } from './workspace/packages.ts';

/** What remotes import of the portal: what is shared at run time, and the contract, of which each build has a copy. */
const PACKAGES = ['shared-contract', ...OWN_SHARED];
/** They use the server, which is not where images are built. */
const FOR_TESTS = ['testing'];

/**
 * Writes the types of the shared modules into the shell's build, so that the gate of a remote can compile its sources
 * against a shell that is live.
 * @returns the file's name
 */
export async function buildSurfaceTypes(buildFolder: string): Promise<string> {
  const files = Object.fromEntries(
    (await declarationsOf(PACKAGES, FOR_TESTS)).map(({ file, text }) => [file, text]),
  );
  const exports = Object.fromEntries(
    PACKAGES.flatMap((folder) => {
      const { exports } = readManifest(join(ROOT, folder)) as { exports: Record<string, string> };
      return Object.entries(exports).flatMap(([subpath, source]) => {
        const file = join(folder, source).replace(/\.tsx?$/, '.d.ts');
        const isThere = /\*.*\.d\.ts$/.test(file) || file in files;
        return isThere ? [[`@portal/${folder}${subpath.slice(1)}`, file]] : [];
      });
    }),
  );
  const json = JSON.stringify({ exports, files } satisfies SurfaceTypes);
  const file = `types.${hashInName(json)}.json`;
  await writeFile(join(buildFolder, file), json);
  return file;
}
