import { nearestTests } from './nearest-tests.ts';

const IMPORTERS = new Map([
  ['fields.ts', ['form.tsx', 'fields.test.ts']],
  ['form.tsx', ['screen.tsx', 'form.test.tsx']],
  ['screen.tsx', ['screen.test.tsx', 'form.tsx']],
]);

test('finds every test that depends on a changed file, the nearest first', () => {
  expect(nearestTests(['fields.ts'], IMPORTERS, 60).chosen).toEqual([
    'fields.test.ts',
    'form.test.tsx',
    'screen.test.tsx',
  ]);
});

test('leaves out what does not fit into the time, and counts it', () => {
  expect(nearestTests(['fields.ts'], IMPORTERS, 4)).toEqual({
    chosen: ['fields.test.ts', 'form.test.tsx'],
    left: 1,
  });
  expect(nearestTests(['fields.ts'], IMPORTERS, 1, () => 5)).toEqual({
    chosen: ['fields.test.ts'],
    left: 2,
  });
});

test('a changed test is its own nearest', () => {
  expect(nearestTests(['form.test.tsx', 'README.md'], IMPORTERS, 60).chosen).toEqual([
    'form.test.tsx',
  ]);
});
