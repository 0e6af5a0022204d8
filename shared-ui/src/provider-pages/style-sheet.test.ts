import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COLORS } from '@portal/shared-contract/brand-values';
import { withoutUnusedVariables } from './unused-variables.ts';

const WORKSPACE = resolve(import.meta.dirname, '../..');
const COMMITTED = resolve(WORKSPACE, '../server/platform/src/pages/style.css');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'provider-style-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// @proves 10.76
test("the sheet of the identity provider's pages is made from today's preset", () => {
  const file = join(folder, 'style.css');
  const config = 'src/provider-pages/panda.config.ts';
  execFileSync(
    resolve(WORKSPACE, '../node_modules/.bin/panda'),
    ['cssgen', '--config', config, '--outfile', file, '--silent'],
    { cwd: WORKSPACE },
  );
  // If this fails: npm run provider-style -w shared-ui
  expect(readFileSync(COMMITTED, 'utf8')).toBe(readFileSync(file, 'utf8'));
});

// @proves 10.76
test('the sheet has the accent of both themes', () => {
  const sheet = readFileSync(COMMITTED, 'utf8');
  expect(sheet).toContain(`--colors-accent: ${COLORS.accent.light}`);
  expect(sheet).toContain(`--colors-accent: ${COLORS.accent.dark}`);
});

test('the dark look, also the chosen one, is for screens, and paper is light', () => {
  const sheet = readFileSync(COMMITTED, 'utf8');
  const before = sheet.split(`--colors-accent: ${COLORS.accent.dark}`).slice(0, -1);
  expect(before.length).toBeGreaterThan(1);
  for (const text of before) expect(text.match(/@media [^{]+/g)?.at(-1)).toMatch(/^@media screen/);
  expect(sheet).toMatch(/@media print \{\s*html,html\[data-theme\] \{\s*color-scheme: light/);
});

test('a custom property that nothing uses is taken out, and then those that only it used', () => {
  const sheet =
    ':root {\n  --a\\.5: 1px;\n  --b: var(--c);\n  --c: 2px\n}\np { margin: var(--a\\.5); }';
  const kept = ':root {\n  --a\\.5: 1px;\n\n}\np { margin: var(--a\\.5); }';
  expect(withoutUnusedVariables(sheet)).toBe(kept);
});
