import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserslistToTargets, transform } from 'lightningcss';
import { supportedBrowsers } from './workspace/oldest-browsers.ts';
import { CACHE, type DeliveredPackage, installedFolder } from './workspace/packages.ts';

/**
 * Generates the package's stylesheet with Panda and writes it into its release. The shell's has the
 * tokens, the reset and every recipe of shared-ui; a remote's has only its own utilities.
 *
 * @returns the file name, `styles.<hash>.css`
 */
export async function buildStyles(pkg: DeliveredPackage, outputPath: string): Promise<string> {
  const folder = join(CACHE, 'styles');
  await mkdir(folder, { recursive: true });
  const raw = join(folder, `${pkg.name}-${process.pid}.css`);
  await writeSheet(pkg.folder, raw);
  const { code } = transform({
    filename: `${pkg.name}.css`,
    code: await readFile(raw),
    minify: true,
    targets: browserslistToTargets(supportedBrowsers()),
  });
  await rm(raw);
  const name = `styles.${createHash('sha256').update(code).digest('hex').slice(0, 10)}.css`;
  await writeFile(join(outputPath, name), code);
  return name;
}

/** Writes the stylesheet of a package, as its panda.config.ts says. */
export async function writeSheet(folder: string, file: string): Promise<void> {
  const panda = join(installedFolder('@pandacss/dev'), 'bin.js');
  await promisify(execFile)(process.execPath, [panda, 'cssgen', '--outfile', file, '--silent'], {
    cwd: folder,
  });
}
