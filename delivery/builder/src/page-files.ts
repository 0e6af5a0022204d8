import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShellDocument } from '@portal/delivery-model/document';
import { SILENT_CHECK_SCRIPT } from '@portal/shared-auth/silent-check-page';
import { withColorVariables } from '@portal/shared-contract/brand-values';
import { type BundledScript, beforeReactScript, bootScript, workerScript } from './boot-script.ts';
import { writeHashed } from './release-folder.ts';
import type { DeliveredPackage } from './workspace/packages.ts';

export type BuiltPageFiles = {
  /** What stands in the page itself and beside it. */
  readonly page: ShellDocument['page'];
  /** The first of the shell's scripts. */
  readonly beforeReact: string;
};

/**
 * Writes what stands in the page itself into the shell's build, so that the page needs no compiler
 * and that rolling the shell back rolls it back too.
 * @returns the files' names
 */
export async function buildPageFiles(
  shell: DeliveredPackage,
  buildFolder: string,
): Promise<BuiltPageFiles> {
  const source = (file: string) => readFile(join(shell.folder, 'src/skeleton', file), 'utf8');
  const writeScript = async (name: string, { code, map }: BundledScript): Promise<string> => {
    const file = await writeHashed(buildFolder, name, 'js', code);
    await writeFile(join(buildFolder, `${file}.map`), map);
    return file;
  };
  const colors = { prefix: 'sk', memberChoosesTheme: true } as const;
  const styles = withColorVariables((await source('skeleton.css')).trim(), colors);
  return {
    page: {
      boot: await writeScript('boot', bootScript()),
      // A part of a page, which no browser may open as one.
      skeleton: await writeHashed(
        buildFolder,
        'skeleton',
        'txt',
        (await source('skeleton.html')).trim(),
      ),
      criticalStyles: await writeHashed(buildFolder, 'critical', 'css', styles),
      silentCheck: await writeHashed(buildFolder, 'silent-check', 'js', SILENT_CHECK_SCRIPT),
      worker: await writeScript('worker', workerScript()),
    },
    beforeReact: await writeScript('before-react', beforeReactScript()),
  };
}
