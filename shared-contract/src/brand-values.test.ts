import { COLORS, withColorVariables } from './brand-values.ts';

const { paper, 'ink.muted': muted } = COLORS;

test('defines each colour that a style sheet uses, for the theme of the device', () => {
  expect(withColorVariables('a{color:var(--ink-muted)}b{color:var(--ink-muted)}')).toBe(
    [
      `:root{--ink-muted:${muted.light}}`,
      `@media (prefers-color-scheme:dark){:root{--ink-muted:${muted.dark}}}`,
      'a{color:var(--ink-muted)}b{color:var(--ink-muted)}',
    ].join('\n'),
  );
});

test('the theme that the member chose overrides the theme of the device', () => {
  expect(
    withColorVariables('i{color:var(--sk-paper)}', { prefix: 'sk', memberChoosesTheme: true }),
  ).toBe(
    [
      `html{--sk-paper:${paper.light}}`,
      `@media (prefers-color-scheme:dark){html:not([data-theme=light]){--sk-paper:${paper.dark}}}`,
      `html[data-theme=dark]{--sk-paper:${paper.dark}}`,
      'i{color:var(--sk-paper)}',
    ].join('\n'),
  );
});

test('refuses a style sheet with an unknown colour', () => {
  expect(() => withColorVariables('a{color:var(--pink)}')).toThrow('no colour "pink"');
});
