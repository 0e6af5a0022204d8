import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { storeFiles } from './release-folder.ts';
import { ASSETS } from './webpack-config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** @returns the names of what webpack writes for a module that uses these files */
async function builtFrom(code: string, ...files: readonly string[]): Promise<string[]> {
  for (const file of files) await writeFile(join(folder, file), `<svg>${file}</svg>`);
  await writeFile(join(folder, 'main.js'), code);
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: join(folder, 'built'), hashFunction: 'xxhash64' },
    module: { rules: [ASSETS] },
  });
  if (!compiler) throw new Error('No compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.hasErrors()).toBe(false);
  return readdir(join(folder, 'built'));
}

// @proves 7.551
test('a picture that is imported becomes a file of the release, whatever its name', async () => {
  const names = await builtFrom(
    "import a from './icon.svg'; import b from './会員 photo.png'; console.log(a, b, new URL('./icon.svg', import.meta.url));",
    'icon.svg',
    '会員 photo.png',
  );
  const pictures = names.filter((name) => !name.endsWith('.js')).sort();
  expect(pictures).toEqual([
    expect.stringMatching(/^-photo\.[0-9a-f]{10}\.png$/),
    expect.stringMatching(/^icon\.[0-9a-f]{10}\.svg$/),
  ]);
});

// @proves 7.551
test('a build with a file of a kind that no release has is refused', async () => {
  await builtFrom("console.log(new URL('./film.mp4', import.meta.url));", 'film.mp4');
  await expect(storeFiles('offers', join(folder, 'built'))).rejects.toThrow(
    /^A release cannot have [0-9a-f]+\.mp4\. It has files of these kinds: js, css, .* woff2\./,
  );
});
