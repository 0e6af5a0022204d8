import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refused, runCommand } from '../../shared-process/src/command-line.ts';
import { newScreen } from './new-screen.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

await runCommand(
  {
    usage: 'npm run new -- screen <path> "<English title>"',
    does: 'Creates a screen with its test and its route row, in the remote that owns the first segment of the path.',
    details: ['For instance: npm run new -- screen /account/example "Example"'],
    positionals: [3, 3],
    check: ({ positionals: [kind] }) =>
      kind === 'screen' ? undefined : `It creates a screen, and no "${kind}".`,
  },
  ({ positionals: [, screenPath = '', title = ''] }) => createScreen(screenPath, title),
);

async function createScreen(screenPath: string, title: string): Promise<void> {
  const remote = await remoteOf(screenPath);
  const routesFile = path.join(ROOT, remote, 'src/routes.ts');
  const screen = newScreen(screenPath, title, await readFile(routesFile, 'utf8'));
  const files = screen.files.map(({ path: name, text }) => ({
    file: path.join(ROOT, remote, name),
    text,
  }));
  const taken = files.find(({ file }) => existsSync(file));
  if (taken) throw new Refused(`${path.relative(ROOT, taken.file)} already exists.`);
  for (const { file, text } of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await writeFile(routesFile, screen.routes);
  for (const file of [...files.map((created) => created.file), routesFile]) {
    console.log(path.relative(ROOT, file));
  }
  console.log('\nNext: npm run fix, npm run i18n (then translate), and');
  console.log(`npx jest ${path.relative(ROOT, path.dirname(files[0]?.file ?? ROOT))}`);
}

/** The remote whose rows start with the same segment as this path. */
async function remoteOf(screenPath: string): Promise<string> {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const remotes = workspaces.filter((folder) => folder.startsWith('mfe-'));
  const segment = screenPath.split('/')[1] ?? '';
  for (const remote of remotes) {
    const routes = await readFile(path.join(ROOT, remote, 'src/routes.ts'), 'utf8');
    if (new RegExp(` path: '/${segment}['/]`).test(routes)) return remote;
  }
  throw new Refused(`No remote owns /${segment}. Remotes: ${remotes.join(', ')}.`);
}
