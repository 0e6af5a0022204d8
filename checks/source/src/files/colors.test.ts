import { checkColors } from './colors.ts';

const problems = (text: string, file = 'shell/src/frame/header.tsx') =>
  checkColors(file, () => text).length;

test.each([
  "background: '#fff'",
  'color:#35348A;',
  '<rect fill="#c9d6e880"/>',
  "boxShadow: '0 0 4px rgb(0 0 0 / 0.5)'",
  "color: 'oklch(0.6 0.1 250)'",
])('%s is a raw colour', (text) => {
  expect(problems(text)).toBe(1);
});

test.each([
  "import { css } from '#css';",
  "href='#field-email'",
  '&#12354;&hellip;',
  "background: 'surface'",
  'color-mix(in srgb, currentColor 25%, transparent)',
  "'https://example.com/#abc/def'",
])('%s is not', (text) => {
  expect(problems(text)).toBe(0);
});

test('names each colour of a file once', () => {
  expect(problems("'#fff' '#fff' '#000'")).toBe(2);
});

test.each([
  'shared-contract/src/brand-values.ts',
  'mfe-mypage/src/passports/art/waves.tsx',
  'server/identity/src/line/sandbox/page.ts',
  'server/platform/src/pages/sandbox-page.ts',
  'shell/src/a.test.ts',
  'docs/design.md',
])('%s may have colours of its own', (file) => {
  expect(problems("'#ffffff'", file)).toBe(0);
});
