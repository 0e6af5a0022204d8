import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refused, runCommand } from '../shared-process/src/command-line.ts';

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
    for (const name of floors.get(floor) ?? []) lines.push(`    ${boxOf(name)}`);
    lines.push('  end');
  }
  for (const name of names) {
    for (const target of directDependencies(name, workspaces)) {
      lines.push(`  ${idOf(name)} --> ${idOf(target)}`);
    }
  }
  return [...lines, '```'].join('\n');
}

/** Mermaid takes no slash in the name of a box. */
const idOf = (name: string): string => name.replaceAll('/', '-');
const boxOf = (name: string): string => (name.includes('/') ? `${idOf(name)}["${name}"]` : name);

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
    namesIn(manifest(folder)).flatMap((name) => folders.get(name) ?? []);
  return Object.fromEntries(workspaces.map((folder) => [folder, dependenciesOf(folder)]));
}

/** A package that only tests use has none but those for development. */
const namesIn = ({ dependencies, devDependencies }: ReturnType<typeof manifest>): string[] =>
  Object.keys(Object.keys(dependencies).length > 0 ? dependencies : devDependencies);

function manifest(folder: string) {
  const text = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
  const { name, workspaces = [], dependencies = {}, devDependencies = {} } = JSON.parse(text);
  return { name, workspaces, dependencies, devDependencies } as {
    readonly name: string;
    readonly workspaces: readonly string[];
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(
    {
      usage: 'npm run diagram -- [--check]',
      does: `Draws the workspaces and their dependencies into ${PAGE}.`,
      details: ['--check   writes nothing, and fails when the picture is out of date'],
      options: { check: { type: 'boolean', default: false } },
    },
    ({ values }) => {
      const file = path.join(ROOT, PAGE);
      const page = readFileSync(file, 'utf8');
      const drawn = withDiagram(page, renderDiagram(readWorkspaces()));
      if (!values.check) writeFileSync(file, drawn);
      else if (page !== drawn) {
        throw new Refused(`The picture in ${PAGE} is out of date: run \`npm run diagram\`.`);
      }
    },
  );
}
