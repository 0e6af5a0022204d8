import { compare, satisfies } from './runtime.ts';

test.each([
  ['1.2.3', '^1.2.3', true],
  ['1.2.10', '^1.2.9', true],
  ['1.10.0', '^1.9.4', true],
  ['1.2.2', '^1.2.3', false],
  ['2.0.0', '^1.2.3', false],
  ['10.0.0', '^1.0.0', false],
  ['1.0.0', '^10.0.0', false],
  ['0.1.7', '^0.1.0', true],
  ['0.2.0', '^0.1.0', false],
  ['0.10.1', '^0.10.0', true],
  ['0.1.0', '^0.10.0', false],
  ['1.1.0', '^0.1.0', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['0.0.30', '^0.0.3', false],
])('%s in %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test('orders versions by their numbers', () => {
  expect(['1.10.0', '0.9.12', '1.9.0', '0.9.2'].sort(compare)).toEqual([
    '0.9.2',
    '0.9.12',
    '1.9.0',
    '1.10.0',
  ]);
});
