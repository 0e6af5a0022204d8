import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { deliveredPackage, ROOT } from '../packages.ts';
import { checkSupport } from './check-support.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { newerInScript } from './script-features.ts';
import { newerInStyles } from './style-features.ts';

const featuresOf = (found: readonly { readonly feature: string }[]) =>
  found.map(({ feature }) => feature);

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
      contents: '/** Where it leads. */\nexport const page = (a: string) =>\n  URL.parse(a)?.href;',
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
    /^src\/planted\.ts:3: api\.URL\.parse_static needs Chrome 126, .*Safari on iOS 18$/m,
  );
});

// @proves 7.680
test('a newer property fails with the line of the source that names it', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/a.tsx'), "const a = css({\n  textBoxTrim: 'trim-both',\n});");
  await expect(
    check({ 'styles.css': '.a{text-box-trim:trim-both}' }, { ...signup, folder }),
  ).rejects.toThrow(/src\/a\.tsx:2: css\.properties\.text-box-trim needs Chrome 133/);
});

test.each([
  ['newer syntax', 'x = /a/v', 'syntax: Invalid regular expression flag'],
  ['a newer method of any object', 'a.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['a newer class', 'new Intl.Segmenter("ja")', 'javascript.builtins.Intl.Segmenter'],
  ['a newer global', 'scheduler.yield()', 'api.scheduler'],
  ['a condition about something else', 'a && b.toSorted()', 'javascript.builtins.Array.toSorted'],
])('finds %s', (_, code, feature) => {
  expect(featuresOf(newerInScript(code))[0]).toContain(feature);
});

test.each([
  ['typeof', 'typeof Temporal === "object" && Temporal.Now.instant()'],
  ['in', 'if ("parse" in URL) URL.parse(a)'],
  ['an optional call', 'URL.parse?.(a); document.startViewTransition?.(b)'],
  ['an early return', 'function f() { if (!("Segmenter" in Intl)) return; new Intl.Segmenter() }'],
  ['a condition', 'const a = Promise.withResolvers ? Promise.withResolvers() : b'],
  ['a name of its own', 'function scheduler() {} scheduler()'],
])('takes %s for a guard', (_, code) => {
  expect(newerInScript(code)).toEqual([]);
});

test.each([
  ['a property', 'a{text-box-trim:trim-both}', 'css.properties.text-box-trim'],
  ['a keyword', 'a{text-wrap:pretty}', 'css.properties.text-wrap'],
  ['a function', 'a{color:contrast-color(red)}', 'css.types.color.contrast-color'],
  ['a unit', 'a{height:1lh}', 'css.types.length.lh'],
  ['a selector', 'a:open{color:red}', 'css.selectors.open'],
  ['a rule', '@starting-style{a{color:red}}', 'css.at-rules.starting-style'],
])('finds %s of a newer stylesheet', (_, css, feature) => {
  expect(featuresOf(newerInStyles(css))).toContain(feature);
});

test.each([
  ['@supports', '@supports (text-box-trim:none){a{text-box-trim:trim-both}}'],
  ['an older declaration', 'a{height:1em;height:1lh}'],
  [':is()', 'a:is([open],:popover-open){color:red}'],
])('takes %s for a guard of styles', (_, css) => {
  expect(newerInStyles(css)).toEqual([]);
});

test('docs/browsers.md has the versions of the statement', () => {
  const text = readFileSync(join(ROOT, 'docs/browsers.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([A-Z][\w ]+?) +\| ([\d.]+) +\|/gm)].map(([, ...row]) => row);
  const names: Record<string, string> = {
    ios: 'Safari on iOS',
    samsung: 'Samsung Internet',
  };
  const named = Object.entries(oldestBrowsers()).map(([name, version]) => [
    names[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    version,
  ]);
  expect(rows.sort()).toEqual(named.sort());
});
