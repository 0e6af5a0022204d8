import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from './workspace/packages.ts';

/** In one file `import.meta.dirname` is that file's folder: each source gets its own below it again. */
const KEEP_FOLDERS: Plugin = {
  name: 'keep-folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const folder = path.relative(ROOT, path.dirname(file));
      const source = await readFile(file, 'utf8');
      return {
        contents: source.replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`,
        ),
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

/**
 * Bundles a program for Node with all that it imports, for an image without sources and packages. Where it
 * stands is the root of the repository to it.
 * @param entry the program
 * @param outfile where the bundle is written, `*.mjs`
 */
export async function bundleProgram(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'error',
    plugins: [KEEP_FOLDERS],
    // Packages in CommonJS ask for Node's modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
