import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../workspace/packages.ts';
import { isAllowed } from './check-support.ts';
import type { NewerFeature } from './features.ts';
import { lineOf, newerInHtml } from './html-features.ts';
import { newerInScript } from './script-features.ts';
import { newerInStyles } from './style-features.ts';

/**
 * What no build makes: the pages of the identity provider, and what the page's composer writes. Their scripts and
 * their HTML are texts of their sources.
 */
const SOURCES = globSync(
  ['server/{identity,platform}/src/pages/*.ts', 'delivery/model/src/{page,preview}/**/*.ts'],
  {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  },
);
const STYLES = globSync('server/{identity,platform}/src/pages/*.css', { cwd: ROOT });
const SCRIPT = /const \w+_SCRIPT\b[^`=]*= `((?:[^`\\$]|\\.|\$(?!\{))*)`/g;

/** `server/identity/src/pages/a-script.ts:12: api.URL.parse_static needs Chrome 126` */
function usesOf(file: string, text: string): string[] {
  const scripts = [...text.matchAll(SCRIPT)].flatMap(({ 1: literal = '', index, 0: whole }) => {
    const script = new Function(`return \`${literal}\``)() as string;
    const before = lineOf(text, index + whole.indexOf(literal)) - 1;
    return newerInScript(script).map(({ place, ...one }) => ({
      ...one,
      source: `${file}:${before + place.line}`,
    }));
  });
  const attributes = newerInHtml(text).map(({ place, ...one }) => ({
    ...one,
    source: `${file}:${place.line}`,
  }));
  return linesOf([...scripts, ...attributes]);
}

const linesOf = (uses: readonly (NewerFeature & { readonly source: string })[]): string[] =>
  uses
    .filter((use) => !isAllowed(use))
    .map(({ feature, since, source }) => `${source}: ${feature} needs ${since}`);

// @proves 7.680
test.each(SOURCES)('%s needs nothing that a supported browser lacks', (file) => {
  expect(usesOf(file, readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
});

// @proves 7.680
test.each(STYLES)('%s needs nothing that a supported browser lacks', (file) => {
  const found = newerInStyles(readFileSync(join(ROOT, file), 'utf8'));
  expect(linesOf(found.map((one) => ({ ...one, source: file })))).toEqual([]);
});

test('the pages of the provider are among them, with their scripts', () => {
  const scripts = SOURCES.filter(
    (file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(SCRIPT)].length > 0,
  );
  expect(scripts.length).toBeGreaterThanOrEqual(4);
  expect(STYLES).toHaveLength(1);
});

// @proves 7.680
test.each([
  [
    'a call in a script',
    'export const A_SCRIPT = `\nconst a = 1;\nURL.parse(a);\n`;',
    'a.ts:3: api.URL.parse_static',
  ],
  [
    'an attribute',
    'html`<p>\n<button commandfor="a" command="close">`',
    'a.ts:2: html.elements.button.command',
  ],
])('a newer feature fails with its line: %s', (_, text, start) => {
  expect(usesOf('a.ts', text)[0]).toMatch(new RegExp(`^${start.replaceAll('.', '\\.')}`));
});
