import { folderOf, type NewRemote, type NewRemoteInClone } from './new-remote.ts';

type Manifest = { readonly workspaces: readonly string[] };
type Lock = { readonly packages: Readonly<Record<string, object>> };

/** package.json with the remote among the workspaces. */
export function withWorkspace(text: string, remote: NewRemote): string {
  const manifest = JSON.parse(text) as Manifest;
  const workspaces = inserted(manifest.workspaces, folderOf(remote));
  return `${JSON.stringify({ ...manifest, workspaces }, null, 2)}\n`;
}

/**
 * package-lock.json with the remote, as npm itself would write it. Everything that the remote needs is in
 * the lock file already, with its hash, so that no registry has to be asked.
 */
export function withLockEntries(text: string, remote: NewRemoteInClone): string {
  const lock = JSON.parse(text) as Lock;
  const root = lock.packages[''] as Manifest;
  const folder = folderOf(remote);
  const { version, dependencies } = remote;
  const packages = {
    ...lock.packages,
    '': { ...root, workspaces: inserted(root.workspaces, folder) },
    [folder]: {
      name: `@portal/${folder}`,
      version,
      license: 'MIT',
      dependencies,
    },
    [`node_modules/@portal/${folder}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

const SIGNED_IN = '### Signed-in screens';
const STATEMENT_ROW = /^\| \*\*2\.\d+\*\* .*$/gm;

/** The number of the next statement of section 2 of docs/product.md. */
export function nextStatement(product: string): string {
  const numbers = [...product.matchAll(/\*\*2\.(\d+)\*\*/g)].map(([, number]) => Number(number));
  return `2.${Math.max(...numbers) + 1}`;
}

/** docs/product.md with the first screen of the remote among the signed-in screens. */
export function withStatement(text: string, { path, title, statement }: NewRemoteInClone): string {
  const from = text.indexOf(SIGNED_IN);
  const until = text.indexOf('\n### ', from + SIGNED_IN.length);
  const last = [...text.slice(from, until).matchAll(STATEMENT_ROW)].at(-1);
  if (from < 0 || !last) throw new Error(`docs/product.md has no table below "${SIGNED_IN}".`);
  const cells = [`**${statement}**`, `\`${path}\``, title, 'default'];
  return afterRow(text, from + last.index, cells);
}

/** docs/architecture.md with the remote in the table of the packages, after the last remote. */
export function withPackageRow(text: string, remote: NewRemote): string {
  const last = [...text.matchAll(/^\| `mfe-.*$/gm)].at(-1);
  if (!last) throw new Error('docs/architecture.md names no remote.');
  const cells = [`\`${folderOf(remote)}\``, `the remote of \`${remote.path}/**\``];
  return afterRow(text, last.index, cells);
}

/**
 * Inserts a row of a Markdown table after the row at an offset, and draws the table with columns as wide as
 * their widest cells, as the formatter does.
 */
function afterRow(text: string, at: number, cells: readonly string[]): string {
  const lines = text.split('\n');
  const row = text.slice(0, at).split('\n').length - 1;
  const isInTable = (line: number) => lines[line]?.startsWith('|') ?? false;
  let [first, end] = [row, row + 1];
  while (isInTable(first - 1)) first -= 1;
  while (isInTable(end)) end += 1;
  const table = lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  table.splice(row - first + 1, 0, [...cells]);
  const widths = cells.map((_, column) =>
    Math.max(...table.map((one) => (isRule(one[column]) ? 0 : (one[column]?.length ?? 0)))),
  );
  const drawn = table.map((one) => {
    const padded = widths.map((width, column) =>
      isRule(one[column]) ? '-'.repeat(width) : (one[column] ?? '').padEnd(width),
    );
    return `| ${padded.join(' | ')} |`;
  });
  return [...lines.slice(0, first), ...drawn, ...lines.slice(end)].join('\n');
}

/** Whether a cell is of the line between the head of a table and its rows. */
const isRule = (cell: string | undefined): boolean => /^-+$/.test(cell ?? '');

/** The list with a folder after the last remote. */
function inserted(workspaces: readonly string[], folder: string): string[] {
  const last = workspaces.findLastIndex((name) => name.startsWith('mfe-'));
  return workspaces.toSpliced(last + 1, 0, folder);
}
