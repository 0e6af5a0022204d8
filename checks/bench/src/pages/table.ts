import { median } from '../median.ts';
import { type Figure, type Life, VISITS, type Visit } from './life.ts';
import { TARGETS, type TargetName } from './targets.ts';

/** One life of a target. */
export type Measured = {
  readonly path: string;
  readonly name: TargetName;
  readonly life: Life;
};

const ROWS: readonly { key: Figure; label: string; unit: 'time' | 'ms' | 'KB' | '' }[] = [
  { key: 'firstContent', label: 'first content', unit: 'time' },
  { key: 'headerLive', label: 'live header', unit: 'ms' },
  { key: 'interactive', label: 'interactive', unit: 'time' },
  { key: 'whole', label: 'no skeleton left', unit: 'ms' },
  { key: 'fcp', label: 'first contentful paint', unit: 'ms' },
  { key: 'lcp', label: 'largest contentful paint', unit: 'ms' },
  { key: 'cls', label: 'layout shift (CLS)', unit: '' },
  { key: 'blocking', label: 'blocking time (TBT)', unit: 'ms' },
  { key: 'workToInteractive', label: 'main thread to interactive', unit: 'ms' },
  { key: 'work', label: 'main thread in all', unit: 'ms' },
  { key: 'heap', label: 'JavaScript heap', unit: 'KB' },
  { key: 'rounds', label: 'serial rounds to first content', unit: '' },
  { key: 'roundsToInteractive', label: 'serial rounds to interactive', unit: '' },
  { key: 'requests', label: 'requests to interactive', unit: '' },
  { key: 'bytes', label: 'bytes to interactive', unit: 'KB' },
  { key: 'html', label: '– HTML', unit: 'KB' },
  { key: 'js', label: '– JavaScript', unit: 'KB' },
  { key: 'css', label: '– CSS', unit: 'KB' },
  { key: 'data', label: '– data', unit: 'KB' },
  { key: 'other', label: '– other', unit: 'KB' },
];

/** The values of a figure in all lives of a target. */
export function valuesOf(
  lives: readonly Measured[],
  where: Pick<Measured, 'path' | 'name'>,
  visit: Visit,
  key: Figure,
): number[] {
  return lives
    .filter(({ path, name }) => path === where.path && name === where.name)
    .flatMap(({ life }) => life[visit]?.[key] ?? []);
}

/** What a figure of the portal is of the monolith's in the same round. */
export function ratiosOf(
  lives: readonly Measured[],
  { path }: Pick<Measured, 'path'>,
  visit: Visit,
  key: Figure,
): number[] {
  const monolith = valuesOf(lives, { path, name: 'monolith' }, visit, key);
  return valuesOf(lives, { path, name: 'portal' }, visit, key)
    .slice(0, monolith.length)
    .map((value, round) => value / (monolith[round] ?? Number.NaN))
    .filter(Number.isFinite);
}

/** One table in Markdown: a group of rows for each page and visit, a column per target. */
export function pagesTable(lives: readonly Measured[]): string {
  const groups = [...new Set(lives.map(({ path }) => path))].flatMap((path) => {
    return VISITS.flatMap((visit) => {
      const counts = TARGETS.map(
        (name) => valuesOf(lives, { path, name }, visit, 'firstContent').length,
      ).filter(Boolean);
      if (counts.length === 0) return [];
      const n = [...new Set([Math.min(...counts), Math.max(...counts)])].join(' to ');
      const title = `**${path}, ${visit}**, n = ${n}`;
      const rows = ROWS.map((row) => rowOf(lives, { path }, visit, row));
      return [[title], ...rows.filter(([, ...cells]) => cells.some(Boolean))];
    });
  });
  return markdownTable(['', ...TARGETS, 'portal ÷ monolith'], groups);
}

function rowOf(
  lives: readonly Measured[],
  where: Pick<Measured, 'path'>,
  visit: Visit,
  { key, label, unit }: (typeof ROWS)[number],
): string[] {
  const of = (name: TargetName) => valuesOf(lives, { ...where, name }, visit, key);
  const ratios = ratiosOf(lives, where, visit, key);
  const [middle, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
    (ratio) => ratio.toFixed(2),
  );
  const ratio = ratios.length > 0 ? `${middle} (${least}–${most})` : '';
  return [label, ...TARGETS.map((name) => format(of(name), unit)), ratio];
}

function format(values: readonly number[], unit: (typeof ROWS)[number]['unit']): string {
  if (values.length === 0) return '';
  const middle = median(values);
  if (unit === 'KB') return `${(middle / 1024).toFixed(1)} KB`;
  if (unit === '') return Number.isInteger(middle) ? String(middle) : middle.toFixed(3);
  const ms = `${Math.round(middle)} ms`;
  if (unit === 'ms' || values.length === 1) return ms;
  return `${ms} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
}

/** Columns have one width, so that it reads well in a terminal too. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const full = rows.map((row) => head.map((_, column) => row[column] ?? ''));
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...full].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...full.map(line)].join('\n');
}
