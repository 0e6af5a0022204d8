import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { prefixedCss } from '@portal/shared-ui/css';
import webpack from 'webpack';
import { StaticStylesPlugin } from './static-styles-plugin.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-static-styles-'));
  // In place of a package's own, whose prefix alone counts here.
  await write('src/css.ts', "export const css = prefixedCss('ac');");
  await write('src/css-at-run-time.js', "export const css = () => 'made at run time';");
});
afterAll(() => rm(root, { recursive: true }));

async function write(path: string, body: string): Promise<void> {
  const file = join(root, 'mfe-it', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}

/** What a screen exports after its build, and the script. */
async function built(screen: string) {
  await write('src/screen.js', screen);
  const context = join(root, 'mfe-it');
  const compiler = webpack({
    context,
    mode: 'production',
    entry: './src/screen.js',
    output: { path: join(root, 'out'), filename: 'screen.js', library: { type: 'commonjs2' } },
    resolve: { alias: { '#css$': join(context, 'src/css-at-run-time.js') } },
    module: { rules: [{ test: /css-at-run-time/, sideEffects: false }] },
    plugins: [new StaticStylesPlugin(root)],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  expect(stats?.toString({ preset: 'errors-only' })).toBe('');
  const code = await readFile(join(root, 'out/screen.js'), 'utf8');
  const module = { exports: {} as Record<string, unknown> };
  new Function('module', code)(module);
  return { exports: module.exports, hasPanda: code.includes('made at run time') };
}

test('a style that is written out is its class names', async () => {
  const { exports, hasPanda } = await built(`
    import { css } from '#css';
    const ground = { p: { base: '2', md: '6' }, _hover: { color: 'accent' } };
    export const plain = css({ mt: '4', zIndex: -1, 'marginLeft': \`auto\` });
    export const spread = css({ ...ground, display: 'grid' });
    export const several = css({ mt: '4' }, { mt: '5' });
    export const inside = () => css({ mt: '2' });
  `);
  const css = prefixedCss('ac');
  expect(exports).toMatchObject({
    plain: css({ mt: '4', zIndex: -1, marginLeft: 'auto' }),
    spread: css({ p: { base: '2', md: '6' }, _hover: { color: 'accent' }, display: 'grid' }),
    several: css({ mt: '5' }),
  });
  expect((exports.inside as () => string)()).toBe('ac-mt_2');
  expect(hasPanda).toBe(false);
});

test.each([
  ['a value that is known at run time', 'export const it = css({ width: globalThis.name });'],
  ['a choice', "export const it = css(globalThis.name ? { mt: '1' } : { mt: '2' });"],
  ['a name of its own function', "const a = '1'; export const f = (a) => css({ mt: a });"],
  ['a call of a value', "const a = () => '1'; export const it = css({ mt: a() });"],
  ['a variable that changes', "let a = '1'; export const it = css({ mt: a }); a = '2';"],
  ['the function itself', 'export const it = css;'],
])('a call stays with %s', async (_, line) => {
  const { hasPanda } = await built(`import { css } from '#css';\n${line}`);
  expect(hasPanda).toBe(true);
});
