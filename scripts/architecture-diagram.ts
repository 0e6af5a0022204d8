import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run diagram` draws the workspaces and their dependencies into docs/architecture.md.
 * `npm run diagram -- --check` writes nothing and fails when the picture is out of date.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = 'docs/architecture.md';
const BEGIN = '<!-- diagram: made by `npm run diagram` -->';
const END = '<!-- end of diagram -->';

/** Folder of a workspace → folders of the workspaces it depends on. */
export type Workspaces = Readonly<Record<string, readonly string[]>>;

/**
 * A Mermaid flowchart with one box per floor, the highest on top. A workspace stands one floor above
 * the highest that it depends on. An arrow that follows from others is left out.
 * @throws Error for workspaces that depend on each other in a circle
 */
export function renderDiagram(workspaces: Workspaces): string {
  const names = Object.keys(workspaces).sort();
  const floors = Map.groupBy(names, (name) => floorOf(name, workspaces));
  const lines = ['```mermaid', 'flowchart TD'];
  for (const floor of [...floors.keys()].sort((a, b) => b - a)) {
    lines.push(`  subgraph floor${floor}[" "]`);
    for (const name of floors.get(floor) ?? []) lines.push(`    ${name}`);
    lines.push('  end');
  }
  for (const name of names) {
    for (const target of directDependencies(name, workspaces)) {
      lines.push(`  ${name} --> ${target}`);
    }
  }
  return [...lines, '```'].join('\n');
}

/** The page with the picture between its two markers. */
export function withDiagram(page: string, diagram: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the markers of the diagram`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${diagram}\n\n${page.slice(end)}`;
}

function floorOf(name: string, workspaces: Workspaces, above: readonly string[] = []): number {
  if (above.includes(name)) throw new Error(`A circle: ${[...above, name].join(' → ')}`);
  const below = (workspaces[name] ?? []).map((target) =>
    floorOf(target, workspaces, [...above, name]),
  );
  return Math.max(-1, ...below) + 1;
}

function directDependencies(name: string, workspaces: Workspaces): string[] {
  const targets = workspaces[name] ?? [];
  const indirect = new Set(targets.flatMap((target) => [...allDependencies(target, workspaces)]));
  return targets.filter((target) => !indirect.has(target)).sort();
}

function allDependencies(name: string, workspaces: Workspaces): Set<string> {
  const targets = workspaces[name] ?? [];
  return new Set(targets.flatMap((target) => [target, ...allDependencies(target, workspaces)]));
}

/** Dependencies as package.json names them; the import rules hold the sources to these. */
function readWorkspaces(): Workspaces {
  const { workspaces } = manifest('.');
  const folders = new Map(workspaces.map((folder) => [manifest(folder).name, folder]));
  const dependenciesOf = (folder: string) =>
    Object.keys(manifest(folder).dependencies).flatMap((name) => folders.get(name) ?? []);
  return Object.fromEntries(workspaces.map((folder) => [folder, dependenciesOf(folder)]));
}

function manifest(folder: string) {
  const text = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
  const { name, workspaces = [], dependencies = {} } = JSON.parse(text);
  return { name, workspaces, dependencies } as {
    readonly name: string;
    readonly workspaces: readonly string[];
    readonly dependencies: Readonly<Record<string, string>>;
  };
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(ROOT, PAGE);
  const page = readFileSync(file, 'utf8');
  const drawn = withDiagram(page, renderDiagram(readWorkspaces()));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, drawn);
  } else if (page !== drawn) {
    console.error(`The picture in ${PAGE} is out of date: run \`npm run diagram\`.`);
    process.exit(1);
  }
}
