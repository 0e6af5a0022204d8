import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileKey } from '@portal/delivery-model/document';
import { makeRelease } from '@portal/delivery-model/testing/release';
import webpack from 'webpack';
import { ASSETS } from './assets.ts';
import { publishBuild } from './publish-build.ts';
import { storeFiles } from './store-files.ts';

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

// @proves 7.551
test('a release whose script names a picture that it lacks is not published', async () => {
  const code = 'show(base+"icon.0123456789.svg","receipt.png")';
  const release = makeRelease('offers', code, ['/offers']);
  const [script = ''] = release.document.scripts;
  const target = join(folder, fileKey('offers', script));
  await mkdir(join(target, '..'), { recursive: true });
  await writeFile(target, code);
  const uploaded: unknown[] = [];
  const publish = async (...asked: unknown[]) => {
    uploaded.push(asked);
    return { files: 0, bytes: 0 };
  };
  const refusal = publishBuild({ publish } as never, release.document, { folder });
  await expect(refusal).rejects.toMatchObject({
    refusals: [{ code: 'asset-missing', reason: expect.stringContaining('icon.0123456789.svg') }],
  });
  expect(uploaded).toEqual([]);
});
