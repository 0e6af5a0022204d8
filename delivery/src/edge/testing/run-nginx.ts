import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/packages.ts';
import { send } from './raw-request.ts';

const installed = spawnSync('nginx', ['-v']).status === 0;
if (!installed)
  console.warn('nginx is not installed: its configuration is not proven by this run.');
/** Skips what needs nginx where there is none. */
export const whenNginxIsInstalled = installed ? describe : describe.skip;

export type RunningNginx = {
  readonly origin: string;
  end(): Promise<void>;
  /** What its logs say. */
  logs(): Promise<string>;
};

type Settings = Readonly<Record<string, string>>;

/**
 * Starts nginx as the edge, with the project's configuration and settings as in docker-compose.yml.
 * @param folder for its files; one for each nginx
 */
export async function startNginxEdge(
  folder: string,
  { port, idpPort }: { readonly port: number; readonly idpPort: number },
  settings: Settings,
): Promise<RunningNginx> {
  await copyConfiguration(folder, 'nginx.conf', port);
  await writeFile(join(folder, 'nginx/listen-idp.conf'), `listen 127.0.0.1:${idpPort};\n`);
  await fillIn(folder, 'templates', settings);
  return startNginx(folder, port);
}

/** Starts nginx as the server of files. @param releases the folder that has them */
export async function startNginxFiles(
  folder: string,
  port: number,
  releases: string,
): Promise<RunningNginx> {
  await copyConfiguration(folder, 'nginx-files.conf', port);
  await fillIn(folder, 'templates-files', { PORTAL_ORIGIN: 'http://localhost:4300' });
  await cp(releases, join(folder, 'releases'), { recursive: true });
  return startNginx(folder, port);
}

/** Reads the settings with the shell, as the entrypoint of nginx's image does. @throws Error for a wrong one */
export function readNginxSettings(settings: Settings): Record<string, string> {
  const print = 'process.stdout.write(JSON.stringify(process.env))';
  const script = '. "$0" && exec "$1" -e "$2"';
  const file = join(ROOT, 'deploy/nginx/settings.envsh');
  const json = execFileSync('sh', ['-e', '-c', script, file, process.execPath, print], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  return JSON.parse(json);
}

/** What `envsubst` does in nginx's image. */
async function fillIn(folder: string, templates: string, settings: Settings) {
  const values = readNginxSettings(settings);
  const template = join(folder, 'nginx', templates, 'settings.conf.template');
  const text = (await readFile(template, 'utf8')).replace(
    /\$\{([A-Z_]+)\}/g,
    (all, name: string) => values[name] ?? all,
  );
  await mkdir(join(folder, 'conf.d'), { recursive: true });
  await writeFile(join(folder, 'conf.d/settings.conf'), text);
}

async function copyConfiguration(folder: string, main: string, port: number) {
  for (const name of ['logs', 'cache']) await mkdir(join(folder, name), { recursive: true });
  await cp(join(ROOT, 'deploy/nginx'), join(folder, 'nginx'), { recursive: true });
  await writeFile(join(folder, 'nginx/listen.conf'), `listen 127.0.0.1:${port};\n`);
  // Keep temporary files below the test's own folder.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'logs', name)};`)
    .join(' ');
  const text = await readFile(join(ROOT, 'deploy', main), 'utf8');
  await writeFile(join(folder, 'nginx.conf'), text.replace('http {', `http { ${temporary}`));
}

async function startNginx(folder: string, port: number): Promise<RunningNginx> {
  const errors = join(folder, 'logs/error.log');
  const common = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', errors];
  execFileSync('nginx', ['-t', ...common], { stdio: 'pipe' });
  // Run a single process, so that killing it ends nginx.
  const only = `daemon off; master_process off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const child = spawn('nginx', [...common, '-g', only], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(await readFile(errors, 'utf8'));
  }
  const logs = async () => {
    const texts = ['access.log', 'error.log'].map((name) =>
      readFile(join(folder, 'logs', name), 'utf8').catch(() => ''),
    );
    return (await Promise.all(texts)).join('\n');
  };
  return { origin, end: () => end(child), logs };
}

const answers = (origin: string) =>
  send(origin, { path: '/' }).then(
    () => true,
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
