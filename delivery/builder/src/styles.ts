import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserslistToTargets, transform } from 'lightningcss';
import postcss from 'postcss';
import { writeHashed } from './release-folder.ts';
import { supportedBrowsers } from './workspace/oldest-browsers.ts';
import { CACHE, type DeliveredPackage, installedFolder } from './workspace/packages.ts';

/** Generates the stylesheet of a package: the shell's has tokens, reset and recipes, a remote's its utilities. */
export async function buildStyles(pkg: DeliveredPackage, outputPath: string): Promise<string> {
  const folder = join(CACHE, 'styles');
  await mkdir(folder, { recursive: true });
  const raw = join(folder, `${pkg.name}-${process.pid}.css`);
  await writeSheet(pkg.folder, raw);
  const sheet = await readFile(raw);
  refuseBareLengths(sheet.toString());
  const { code } = transform({
    filename: `${pkg.name}.css`,
    code: sheet,
    minify: true,
    targets: browserslistToTargets(supportedBrowsers()),
  });
  await rm(raw);
  return writeHashed(outputPath, 'styles', 'css', code);
}

const LENGTHS =
  /^(padding|margin|gap|(row|column)-gap|inset|(min-|max-)?(width|height|block-size|inline-size)|font-size|border-radius)/;

/** Refuses a length without a unit, such as a bare name of the theme, with which browsers drop a declaration. */
export function refuseBareLengths(css: string): void {
  postcss.parse(css).walkDecls(LENGTHS, ({ prop, value }) => {
    let outside = value;
    while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, '');
    if (/(?:^|\s)-?(?!0+(?:\s|$))\d*\.?\d+(?=\s|$)/.test(outside)) {
      throw new Error(
        `A length without a unit: ${prop}: ${value}. Write token(spacing.2) in place of 2.`,
      );
    }
  });
}

export async function writeSheet(folder: string, file: string): Promise<void> {
  const panda = join(installedFolder('@pandacss/dev'), 'bin.js');
  await promisify(execFile)(process.execPath, [panda, 'cssgen', '--outfile', file, '--silent'], {
    cwd: folder,
  });
}
