import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CACHE, ROOT } from './packages.ts';

/** The type declarations of packages of the portal, with the comments of the sources. */
export async function declarationsOf(
  folders: readonly string[],
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(path.join(CACHE, 'types-'));
  try {
    const outDir = path.join(work, 'out');
    const below = (file: string) => path.join(path.relative(work, ROOT), file);
    const config = path.join(work, 'tsconfig.json');
    await writeFile(
      config,
      JSON.stringify({
        extends: below('tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          rootDir: below('.'),
          outDir,
        },
        include: [
          ...folders.map((folder) => below(`${folder}/src`)),
          below('delivery/kit/src/environment.d.ts'),
          below('types'),
        ],
        exclude: ['*.test.ts', '*.test.tsx', 'node_modules'].map((name) => below(`**/${name}`)),
      }),
    );
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', config], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: Error & { stdout?: string }) => {
      throw new Error(`The types do not compile:\n${error.stdout || error.message}`);
    });
    const found: { file: string; text: string }[] = [];
    for await (const file of glob('**/*.d.ts', { cwd: outDir })) {
      found.push({ file, text: await readFile(path.join(outDir, file), 'utf8') });
    }
    return found.sort((a, b) => (a.file < b.file ? -1 : 1));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
