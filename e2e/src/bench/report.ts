import type { ColdLoad } from './measure.ts';

/** What a row can show: everything but the chain itself. */
type Figure = Exclude<keyof ColdLoad, 'chain'>;

const ROWS: readonly { key: Figure; label: string; unit: 'ms' | 'KB' | '' }[] = [
  { key: 'rounds', label: 'serial rounds', unit: '' },
  { key: 'requests', label: 'requests to content', unit: '' },
  { key: 'bytes', label: 'bytes, all', unit: 'KB' },
  { key: 'html', label: '  HTML', unit: 'KB' },
  { key: 'js', label: '  JavaScript', unit: 'KB' },
  { key: 'css', label: '  CSS', unit: 'KB' },
  { key: 'api', label: '  data', unit: 'KB' },
  { key: 'fcp', label: 'first contentful paint', unit: 'ms' },
  { key: 'lcp', label: 'largest contentful paint', unit: 'ms' },
  { key: 'content', label: 'content on screen', unit: 'ms' },
  { key: 'blocking', label: 'blocking time', unit: 'ms' },
  { key: 'cls', label: 'layout shift (CLS)', unit: '' },
];

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** A table of medians, a column per target, and the ratio of the first column to the second. */
export function table(
  title: string,
  results: Readonly<Record<string, readonly ColdLoad[]>>,
): string {
  const names = Object.keys(results);
  const [first = '', second = ''] = names;
  const of = (name: string, key: Figure) => median((results[name] ?? []).map((load) => load[key]));
  const lines = ROWS.map(({ key, label, unit }) => {
    const cells = names.map((name) => format(of(name, key), unit));
    const ratio = of(first, key) / of(second, key);
    return [label, ...cells, Number.isFinite(ratio) ? ratio.toFixed(2) : '–'];
  });
  const head = ['', ...names, `${first} / ${second}`];
  const widths = head.map((_, i) =>
    Math.max(...[head, ...lines].map((line) => line[i]?.length ?? 0)),
  );
  const draw = (line: readonly string[]) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  const spread = names.map((name) => {
    const times = (results[name] ?? []).map(({ content }) => content);
    return `${name} ${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))} ms`;
  });
  return [
    title,
    draw(head),
    ...lines.map(draw),
    `content, least to most: ${spread.join(', ')}`,
  ].join('\n');
}

function format(value: number, unit: 'ms' | 'KB' | ''): string {
  if (unit === 'ms') return `${Math.round(value)} ms`;
  if (unit === 'KB') return `${(value / 1024).toFixed(1)} KB`;
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
