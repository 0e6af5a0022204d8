import type { Change } from '../route-changes.ts';
import { goalList } from './goals.ts';
import type { Load } from './life.ts';
import { type Measured, pagesTable } from './table.ts';
import type { TargetName } from './targets.ts';

const LOAD: Load = {
  fcp: 300,
  lcp: 900,
  cls: 0,
  blocking: 120,
  firstContent: 900,
  interactive: 1900,
  whole: 2100,
  rounds: 2,
  roundsToInteractive: 2,
  requests: 20,
  bytes: 204_800,
  html: 10_240,
  js: 153_600,
  css: 20_480,
  data: 2_048,
  other: 18_432,
  chain: [],
};

const lifeOf = (name: TargetName, cold: Partial<Load>, warm: Partial<Load> = cold): Measured => ({
  path: '/my-page',
  net: 'throttled',
  name,
  cold: { ...LOAD, ...cold },
  warm: { ...LOAD, ...warm },
});

const SCRIPTS = [{ path: '/my-page', bytes: 138_000 }];
const change = (heading: number): Change => ({ heading, whole: heading });

test('the table has the medians of each target and their ratios', () => {
  const table = pagesTable([
    lifeOf('portal', { firstContent: 900, bytes: 102_400 }),
    lifeOf('portal', { firstContent: 1100, bytes: 102_400 }),
    lifeOf('portal', { firstContent: 1000, bytes: 102_400 }),
    lifeOf('monolith', { firstContent: 2000 }),
  ]);
  const cellsOf = (label: string) =>
    table
      .split('\n')
      .find((line) => line.startsWith(`| ${label}`))
      ?.split('|')
      .map((cell) => cell.trim())
      .slice(1, -1);
  expect(cellsOf('**')?.[0]).toBe('**/my-page, throttled, cold**, n = 1 to 3');
  expect(cellsOf('first content ')).toEqual([
    'first content',
    '1000 ms (900–1100)',
    '',
    '2000 ms',
    '',
    '',
    '0.50',
    '',
    '',
  ]);
  expect(cellsOf('bytes to interactive')?.slice(1, 4)).toEqual(['100.0 KB', '', '200.0 KB']);
});

test('a goal is held when every case is within it, and names its worst', () => {
  const list = goalList({
    measured: [
      lifeOf('portal', { firstContent: 900 }, { firstContent: 600 }),
      lifeOf('monolith', { firstContent: 2000 }, { firstContent: 1500 }),
    ],
    changes: [[change(200), change(0), change(50)]],
    scripts: SCRIPTS,
  });
  expect(list).toContain(
    '- held: first content ÷ the monolith ≤ 0.50: at most 0.45 (/my-page, throttled, cold)',
  );
  expect(list).toContain('route, first ≤ 250 ms: at most 200 ms (n = 1)');
  expect(list).not.toContain('missed');
});

test('a missed goal lists each case that misses it', () => {
  const list = goalList({
    measured: [
      lifeOf('portal', { rounds: 2 }),
      lifeOf('portal, next day', { rounds: 3 }),
      lifeOf('monolith', { firstContent: 2000 }),
    ],
    changes: [],
    scripts: SCRIPTS,
  });
  expect(list).toContain(
    [
      '- **missed**, 2 of 4: serial rounds to first content ≤ 2',
      '  - 3 (/my-page, throttled, cold, next day)',
      '  - 3 (/my-page, throttled, warm, next day)',
    ].join('\n'),
  );
  expect(list).toContain("- not measured: a change to another remote's route, first ≤ 250 ms");
});
