import { readFileSync } from 'node:fs';

const FILE = new URL('../../../docs/security.md', import.meta.url);

/** The rows of the table below a heading of docs/security.md, without its head: the text of each cell. */
export function securityTable(heading: string): string[][] {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const below = lines.slice(
    lines.findIndex((line) => /^#+ /.test(line) && line.endsWith(` ${heading}`)),
  );
  const from = below.findIndex((line) => line.startsWith('| '));
  const length = below.slice(from).findIndex((line) => !line.startsWith('|'));
  return below.slice(from + 2, from + length).map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
