import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { checkSupport } from './check-support.ts';
import { deliveredPackage, ROOT } from './workspace/packages.ts';

const signup = deliveredPackage('mfe-signup');
const newFolder = () => mkdtemp(join(tmpdir(), 'support-'));

/** Checks a build with these files. */
async function check(files: Readonly<Record<string, string>>, pkg = signup): Promise<void> {
  const folder = await newFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await checkSupport(pkg, folder);
}

// @proves 7.680
test('a newer call fails with the line of its source', async () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: '/** Where it leads. */\nexport const page = (a: string) =>\n  URL.parse(a).href;',
      sourcefile: 'src/planted.ts',
      loader: 'ts',
    },
    absWorkingDir: ROOT,
    outfile: join(ROOT, 'main.js'),
    format: 'esm',
    minify: true,
    write: false,
    sourcemap: 'external',
  });
  const [map, code] = outputFiles.map(({ text }) => text);
  const script = code?.replace(/export.*/, '') ?? '';
  await expect(check({ 'main.js': script, 'main.js.map': map ?? '' })).rejects.toThrow(
    /^src\/planted\.ts:3: api\.URL\.parse_static$/m,
  );
});

// @proves 7.680
test.each([
  ['a method of any object', 'main.js', 'var a=[3,1];a.toSorted()', 'Array.toSorted'],
  ['newer syntax', 'main.js', 'var a=/[a&&b]/v', 'syntax'],
  ['a newer rule', 'styles.css', '@starting-style{p{color:red}}', 'at-rules.starting-style'],
])('%s fails', async (_, name, text, feature) => {
  await expect(check({ [name]: text })).rejects.toThrow(feature);
});

test.each([
  ['by typeof', 'main.js', 'typeof URL.parse=="function"&&URL.parse(location.href)'],
  ['by an optional call', 'main.js', 'var a=[1];a.toSorted?.()'],
  ['by @supports', 'styles.css', '@supports (field-sizing:content){p{field-sizing:content}}'],
])('what is asked for %s may be newer', async (_, name, text) => {
  await expect(check({ [name]: text })).resolves.toBeUndefined();
});
