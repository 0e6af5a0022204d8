import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { declarationsOf } from '@portal/delivery-builder/workspace/declarations';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { swcOptions } from '@portal/delivery-builder/workspace/swc-options';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { transform } from '@swc/core';
import { entryPointsOf, type KitPackage, kitManifest, packagesOfKit } from './kit-manifest.ts';
import { specifiersOf } from './specifiers.ts';

const run = promisify(execFile);

/** What is no source of a package that a kit has: tests, and what builds generate. */
const LEFT_OUT = /\.(test|spec)\.tsx?$|(^|\/)(node_modules|dist|\.cache)(\/|$)/;
const SOURCE = /(?<!\.d)\.tsx?$/;
const COMPILED_AT_ONCE = 8;

/**
 * Packs the kit: one npm package with everything that a repository of a remote needs, compiled and with types
 * (docs/decisions/0042-tools-of-teams.md). It has the folders of this repository, so that each file finds the others.
 * @param options.name the npm name, whose scope is the company's own: `@acme/kit`
 */
export async function packKit({
  name,
  folder,
}: {
  readonly name: string;
  readonly folder: string;
}): Promise<string> {
  const work = await mkdtemp(path.join(tmpdir(), 'portal-kit-'));
  try {
    const packages = await packagesOfKit();
    const entryPoints = await entryPointsOf(packages);
    const files = await filesOf(packages);
    const specifiers = specifiersOf({ name, packages, entryPoints, files });
    await inParallel(
      files.filter((file) => SOURCE.test(file)),
      COMPILED_AT_ONCE,
      async (file) => {
        const text = await compiled(file);
        await write(path.join(work, file.replace(SOURCE, '.js')), specifiers(text, file));
      },
    );
    for (const file of files.filter((file) => !SOURCE.test(file))) {
      const target = path.join(work, file);
      await mkdir(path.dirname(target), { recursive: true });
      await cp(path.join(ROOT, file), target);
    }
    for (const { file, text } of await declarationsOf(packages.map(({ folder }) => folder))) {
      await write(path.join(work, file), specifiers(text, file));
    }
    const { manifest, nested } = await kitManifest({ name, packages, entryPoints });
    await write(path.join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [at, inner] of Object.entries(nested)) {
      await write(path.join(work, at, 'package.json'), `${JSON.stringify(inner, null, 2)}\n`);
    }
    await cp(path.join(ROOT, '.browserslistrc'), path.join(work, '.browserslistrc'));
    await cp(path.join(ROOT, 'LICENSE'), path.join(work, 'LICENSE'));
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: work,
      maxBuffer: 64 * 1024 * 1024,
    });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return path.join(folder, packed?.filename ?? '');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function filesOf(packages: readonly KitPackage[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { folder, include } of packages) {
    for (const pattern of include) {
      for await (const entry of glob(`${folder}/${pattern}`, { cwd: ROOT, withFileTypes: true })) {
        const file = path.relative(ROOT, path.join(entry.parentPath, entry.name));
        if (entry.isFile() && !LEFT_OUT.test(file)) found.push(file);
      }
    }
  }
  return found.sort();
}

async function compiled(file: string): Promise<string> {
  const source = await readFile(path.join(ROOT, file), 'utf8');
  const { code } = await transform(source, {
    ...swcOptions({ macros: /@lingui\/(core|react)\/macro/.test(source), keepTexts: true }),
    filename: file,
  });
  return code;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
