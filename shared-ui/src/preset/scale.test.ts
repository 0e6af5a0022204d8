import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tokens } from './tokens.ts';

const DESIGN = readFileSync(resolve(import.meta.dirname, '../../../docs/design.md'), 'utf8');
const PX_PER_REM = 16;

// @proves 14.521
test('the table of sizes and spaces in docs/design.md is the scale of the tokens', () => {
  const rows = [...DESIGN.matchAll(/^\| ((?:Space|Text) \S+) +\| (\S+) +\| (\S+) +\|$/gm)];
  const scale = (kind: string, values: Readonly<Record<string, { value: string }>> = {}) =>
    Object.entries(values).map(([name, { value }]): [string, number] => [
      `${kind} ${name}`,
      Number.parseFloat(value),
    ]);
  const inTokens = [
    ...scale('Space', tokens.spacing as Record<string, { value: string }>),
    ...scale('Text', tokens.fontSizes as Record<string, { value: string }>),
  ];
  const written = rows.map(([, name, rem, px]) => [name, Number(rem), Number(px)]);
  const byName = (one: unknown[], other: unknown[]) =>
    String(one[0]).localeCompare(String(other[0]));
  expect(written.sort(byName)).toEqual(
    inTokens.map(([name, rem]) => [name, rem, rem * PX_PER_REM]).sort(byName),
  );
});
