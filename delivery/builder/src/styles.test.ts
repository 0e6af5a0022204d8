import { refuseBareLengths } from './styles.ts';

test.each([
  'padding-block:2 var(--spacing-4)',
  'margin: 0 1',
  'gap:.5',
  'inset-inline-start: -3',
  'max-width: 30',
])('%s, whose length has no unit, ends the build', (declaration) => {
  expect(() => refuseBareLengths(`a{${declaration}}`)).toThrow('A length without a unit');
});

test.each([
  'padding:0 var(--spacing-4)',
  'margin: 0',
  'width: calc((1 + 2) * 3px)',
  'inset: 0 auto 1px',
  'font-size: min(1rem, 4cqi)',
  'line-height: 1.5',
])('%s is fine', (declaration) => {
  expect(() => refuseBareLengths(`a{${declaration}}`)).not.toThrow();
});
