import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COLORS } from '@portal/shared-contract/brand-values';
import { withoutUnusedVariables } from './unused-variables.ts';

const sheet = readFileSync(
  resolve(import.meta.dirname, '../../styled-system/provider-pages.css'),
  'utf8',
);

// @proves 10.76
test('the sheet has the accent of both themes', () => {
  expect(sheet).toContain(`--colors-accent: ${COLORS.accent.light}`);
  expect(sheet).toContain(`--colors-accent: ${COLORS.accent.dark}`);
});

test('the dark look, also the chosen one, is for screens, and paper is light', () => {
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
