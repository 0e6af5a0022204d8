import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { oldestBrowsers } from '../workspace/oldest-browsers.ts';
import { deliveredPackage, ROOT } from '../workspace/packages.ts';
import { checkSupport } from './check-support.ts';
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
  ['a class through the window', 'window.URL.parse(a)', 'api.URL.parse_static'],
  ['what is taken out of a class', 'const {parse} = URL; parse(a)', 'api.URL.parse_static'],
  ['what is taken out of the window', 'const {Temporal: t} = self', 'Temporal'],
  ['a static method whose name an instance has', 'Response.json({})', 'api.Response.json_static'],
  ['grouping', 'Object.groupBy(a, b)', 'javascript.builtins.Object.groupBy'],
  ['a method of sets', 'new Set(a).union(b)', 'javascript.builtins.Set.union'],
  ['a static method', 'Promise.try(f)', 'javascript.builtins.Promise.try'],
  ['a newer flag of an expression', 'new RegExp("a", "v")', 'Invalid regular expression flag'],
  ['newer syntax of an expression', 'new RegExp("(?i:a)")', 'syntax: '],
  ['a selector', 'a.querySelector("b:has(c)")', 'css.selectors.has'],
  ['an option', 'a.animate([], {timeline})', 'animate.options_timeline_parameter'],
  ['an algorithm', 'crypto.subtle.sign("Ed25519", a, b)', 'api.SubtleCrypto.sign.ed25519'],
  ['an event', 'a.addEventListener("scrollend", b)', 'api.Document.scrollend_event'],
  ['an event that is set', 'a.onscrollend = b', 'api.Document.scrollend_event'],
  ['an attribute that is set', 'a.popover = "auto"', 'api.HTMLElement.popover'],
  ['an attribute by name', 'a.setAttribute("popover", "")', 'html.global_attributes.popover'],
  [
    'an attribute of JSX',
    '(0, r.jsx)("button", {popoverTarget: a})',
    'html.elements.button.popovertarget',
  ],
  ['a style of JSX', '(0, r.jsx)("p", {style: {textBoxTrim: a}})', 'css.properties.text-box-trim'],
  ['a style that is set', 'a.style.fieldSizing = "content"', 'css.properties.field-sizing'],
  ['a newer method of an older global', 'indexedDB.databases()', 'api.IDBFactory.databases'],
  ['a method of a newer event', 'event.addRoutes([])', 'api.InstallEvent.addRoutes'],
  ['a class by another name', 'const U = URL; U.parse(a)', 'api.URL.parse_static'],
  [
    'a class by another name, in a function within',
    'const U = window.URL; function f(){ return U.parse(a) }',
    'api.URL.parse_static',
  ],
  ['the window by another name', 'const w = self; w.URL.parse(a)', 'api.URL.parse_static'],
  ['a media feature', 'matchMedia("(prefers-reduced-transparency: reduce)")', 'css.at-rules.media'],
  [
    'a media feature in a text with a value',
    `a.matchMedia(\`(inverted-colors) and (min-width: \${b}px)\`)`,
    'css.at-rules.media.inverted-colors',
  ],
  ['a condition about something else', 'a && b.toSorted()', 'javascript.builtins.Array.toSorted'],
])('finds %s', (_, code, feature) => {
  expect(featuresOf(newerInScript(code))[0]).toContain(feature);
});

test.each([
  ['typeof', 'typeof Temporal === "object" && Temporal.Now.instant()'],
  ['in', 'if ("parse" in URL) URL.parse(a)'],
  ['an optional call', 'URL.parse?.(a); document.startViewTransition?.(b)'],
  ['an early return', 'function f() { if (!("Segmenter" in Intl)) return; new Intl.Segmenter() }'],
  ['an attribute that is asked for', 'if ("popover" in a) a.popover = "auto"'],
  ['what every browser has', '(0, r.jsx)("input", {inputMode: a, enterKeyHint: b, inert: c})'],
  [
    'a lookbehind and what came with it',
    '/(?<=a)b/.test(c); structuredClone(a); a.at(-1); a.findLast(b)',
  ],
  ['a condition', 'const a = Promise.withResolvers ? Promise.withResolvers() : b'],
  [
    'a condition about a class by another name',
    'const U = URL; U?.parse === void 0 ? a : U.parse()',
  ],
  ['an argument with the name of a constant', 'const U = URL; function f(U){ return U.parse(a) }'],
  ['a media feature of every browser', 'const q = "(pointer: coarse)"; matchMedia(q)'],
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
  ['a query of a container', '@container style(--a:b){a{color:red}}', 'container.style_queries'],
  ['a rule within a rule', 'a{&:hover{color:red}}', 'css.selectors.nesting'],
  ['a part of a selector', 'a:nth-child(1 of b){color:red}', 'css.selectors.nth-child.of_syntax'],
  ['a function of another type', 'a{top:anchor(bottom)}', 'css.properties.top.anchor'],
  ['a color', 'a{color:color(display-p3 1 0 0)}', 'css.types.color.color'],
  ['a relative color', 'a{color:rgb(from red r g b)}', 'css.types.color.rgb.relative_syntax'],
  ['a shape', 'a{clip-path:rect(1px 1px 1px 1px)}', 'css.types.basic-shape.rect'],
  ['a word of a shorthand', 'a{transition:display 1s allow-discrete}', 'transition-behavior'],
  ['the value of a variable', 'a{--b:light-dark(red,blue)}', 'css.types.color.light-dark'],
  ['a property of a newer browser', 'a{field-sizing:content}', 'css.properties.field-sizing'],
])('finds %s of a newer stylesheet', (_, css, feature) => {
  expect(featuresOf(newerInStyles(css)).join()).toContain(feature);
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
