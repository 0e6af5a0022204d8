import type { Change } from '../route-changes.ts';
import { goalList, goalsOfPages } from './goals.ts';
import type { Load, Visit } from './life.ts';
import { type Measured, pagesTable } from './table.ts';
import type { TargetName } from './targets.ts';

const LOAD: Load = {
  cls: 0,
  firstContent: 400,
  headerLive: 420,
  interactive: 900,
  whole: 1000,
  rounds: 2,
  roundsToInteractive: 2,
  bytes: 204_800,
};

const lifeOf = (name: TargetName, visits: Partial<Record<Visit, Load>>): Measured => ({
  path: '/my-page',
  net: 'throttled',
  name,
  life: Object.fromEntries(
    Object.entries(visits).map(([visit, load]) => [visit, { ...LOAD, ...load }]),
  ),
});

const SCRIPTS = [{ path: '/my-page', bytes: 100_000 }];
const change = (heading: number): Change => ({ heading, whole: heading, inp: 40 });
const press: Change = { inp: 40 };
const CHANGES = [[press, press, press, press, change(200), change(50), change(0), change(50)]];
const listOf = (measured: readonly Measured[], changes = CHANGES) =>
  goalList(goalsOfPages({ measured, changes, scripts: SCRIPTS }));

test('the table has the medians of each target and their ratios, visit by visit', () => {
  const table = pagesTable([
    lifeOf('portal', { first: { firstContent: 900, bytes: 102_400 }, second: {} }),
    lifeOf('portal', { first: { firstContent: 1100, bytes: 102_400 } }),
    lifeOf('portal', { first: { firstContent: 1000, bytes: 102_400 } }),
    lifeOf('monolith', { first: { firstContent: 2000 } }),
  ]);
  const cellsOf = (label: string) =>
    table
      .split('\n')
      .find((line) => line.startsWith(`| ${label}`))
      ?.split('|')
      .map((cell) => cell.trim())
      .slice(1, -1);
  expect(cellsOf('**')?.[0]).toBe('**/my-page, throttled, first**, n = 1 to 3');
  expect(cellsOf('**/my-page, throttled, second')?.[0]).toMatch(/n = 1$/);
  expect(cellsOf('first content ')).toEqual([
    'first content',
    '1000 ms (900–1100)',
    '2000 ms',
    '',
    '',
    '',
    '0.50',
    '',
    '',
  ]);
  expect(cellsOf('bytes to interactive')?.slice(1, 3)).toEqual(['100.0 KB', '200.0 KB']);
  // Nobody has it.
  expect(cellsOf('JavaScript heap')).toBeUndefined();
});

test('a goal is held when every case is within it, and names its worst', () => {
  const { text, isHeld } = listOf([
    lifeOf('portal', {
      first: { firstContent: 700 },
      third: {},
      'next day': { firstContent: 450 },
    }),
    lifeOf('monolith', {
      first: { firstContent: 2000, whole: 2000 },
      third: { firstContent: 1500, whole: 2000 },
    }),
    lifeOf('Keycloak', { first: { firstContent: 6000, interactive: 6000 } }),
  ]);
  expect(text).toContain(
    '- held: first content ÷ the monolith ≤ 0.50: at most 0.35 (/my-page, throttled, first)',
  );
  expect(text).toContain(
    'next day more than third visit ≤ 100 ms: at most 50 ms (/my-page, throttled, next day)',
  );
  expect(text).toContain("÷ Keycloak's console ≤ 0.12: at most 0.12");
  expect(text).toContain('both directions ≤ 60 ms: at most 50 ms (back to the home, n = 1)');
  expect([text.includes('missed'), isHeld]).toEqual([false, true]);
});

test('a missed goal lists each case that misses it', () => {
  const { text, isHeld } = listOf(
    [
      lifeOf('portal', { first: { headerLive: 500 }, third: { headerLive: 1500 } }),
      lifeOf('monolith', { first: { firstContent: 2000, whole: 2000 } }),
    ],
    [],
  );
  expect(text).toContain(
    [
      '- **missed**, 2 of 2: live header after first content ≤ 50 ms',
      '  - 100 ms (/my-page, throttled, first)',
      '  - 1100 ms (/my-page, throttled, third)',
    ].join('\n'),
  );
  expect(text).toContain("- not measured: a change to another remote's route, first ≤ 250 ms");
  expect(isHeld).toBe(false);
});
