import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prefixedCss, type SystemStyleObject } from './prefixed-css.ts';

/** Styles as screens write them, and forms that a prefix could break. */
const STYLES: Record<string, SystemStyleObject> = {
  plain: { display: 'grid', p: '4', color: 'ink.muted', textStyle: 'title' },
  responsive: { p: { base: '2', md: '6' }, smDown: { display: 'none' } },
  states: { _hover: { color: 'accent' }, _dark: { _focusVisible: { color: 'ink' } } },
  nested: {
    '& > a:hover': { color: 'danger' },
    '&[data-state=open] .x:not(:first-child)': { p: '1' },
  },
  atRule: { '@media (min-width: 30rem)': { gap: '3' }, _forcedColors: { border: '1px solid' } },
  important: { zIndex: '1 !important', mx: 'auto' },
  values: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
    backgroundImage: 'url(https://portal.example/a:b.svg)',
    content: '"a:ui-b"',
  },
};

const PANDA_BIN = resolve(import.meta.dirname, '../../../node_modules/.bin/panda');
const CONFIGS = resolve(import.meta.dirname, '../panda/index.ts');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-styles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Generates the sheet of a package whose only source uses all of STYLES. */
function sheetOf(name: string, config: string): string {
  const home = join(folder, name);
  mkdirSync(join(home, 'src'), { recursive: true });
  const uses = Object.entries(STYLES).map(
    ([key, style]) => `export const ${key} = css(${JSON.stringify(style)});`,
  );
  writeFileSync(join(home, 'src/screen.tsx'), ["import { css } from '#css';", ...uses].join('\n'));
  writeFileSync(
    join(home, 'panda.config.ts'),
    `import { remotePandaConfig, shellPandaConfig } from ${JSON.stringify(CONFIGS)};\nexport default ${config};`,
  );
  const file = join(home, 'sheet.css');
  execFileSync(PANDA_BIN, ['cssgen', '--outfile', file, '--silent'], { cwd: home });
  return readFileSync(file, 'utf8');
}

const classesReturned = (prefix: string) =>
  new Set(Object.values(STYLES).flatMap((style) => prefixedCss(prefix)(style).split(' ')));

/** Returns every class with the prefix in the selectors of a sheet. */
function classesIn(sheet: string, prefix: string): Set<string> {
  const names = sheet.match(/\.(?:\\.|[\w-])+/g) ?? [];
  return new Set(
    names
      .map((name) => name.slice(1).replaceAll(/\\(.)/g, '$1'))
      .filter((name) => name.includes(`${prefix}-`)),
  );
}

describe("a remote's sheet", () => {
  let one: string;
  let other: string;
  beforeAll(() => {
    one = sheetOf('one', "remotePandaConfig({ prefix: 'aa' })");
    other = sheetOf('other', "remotePandaConfig({ prefix: 'bb' })");
  });

  test('has exactly the classes that css() returns', () => {
    expect(classesIn(one, 'aa')).toEqual(classesReturned('aa'));
    expect(classesReturned('aa').size).toBeGreaterThan(15);
  });

  test('matches no element of another remote or of the shell', () => {
    expect(classesIn(one, 'bb').size).toBe(0);
    expect(classesIn(other, 'aa').size).toBe(0);
    expect([...classesReturned('aa')].filter((name) => classesReturned('bb').has(name))).toEqual(
      [],
    );
    expect([...classesReturned('aa')].filter((name) => classesReturned('ui').has(name))).toEqual(
      [],
    );
  });

  test('starts with the order of the layers and has only utilities', () => {
    expect(one).toMatch(/^@layer reset, base, tokens, recipes, utilities;\n@layer utilities ?\{/);
    expect(one).not.toMatch(/@layer (reset|base|tokens|recipes) ?\{|:root|html\s*\{/);
  });
});

describe("the shell's sheet", () => {
  let sheet: string;
  beforeAll(() => {
    sheet = sheetOf('shell', 'shellPandaConfig()');
  });

  test('has the reset, the tokens of both themes and its own utilities', () => {
    for (const layer of ['reset', 'base', 'tokens', 'recipes', 'utilities']) {
      expect(sheet).toMatch(new RegExp(`@layer ${layer} ?\\{`));
    }
    expect(sheet).toContain('html[data-theme=dark]');
    expect(sheet).toContain('prefers-color-scheme: dark');
    for (const name of classesReturned('ui')) expect(classesIn(sheet, 'ui')).toContain(name);
  });
});
