import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '@portal/delivery-builder/workspace/packages';

export type RunningNginx = {
  readonly origin: string;
  end(): Promise<void>;
  /** What its logs say. */
  logs(): Promise<string>;
};

type Settings = Readonly<Record<string, string>>;

/** Starts nginx as the edge, with the project's configuration. @param folder for its files; one for each nginx */
export async function startNginxEdge(
  folder: string,
  { port, idpPort }: { readonly port: number; readonly idpPort: number },
  settings: Settings,
): Promise<RunningNginx> {
  await copyConfiguration(folder, 'nginx.conf');
  await fillIn(folder, 'templates', {
    PORTAL_LISTEN: `127.0.0.1:${port}`,
    IDP_LISTEN: `127.0.0.1:${idpPort}`,
    HEALTH_LISTEN: healthSocket(folder),
    ...settings,
  });
  return startNginx(folder, port);
}

/** Starts nginx as the server of files. @param releases the folder that has them */
export async function startNginxFiles(
  folder: string,
  port: number,
  releases: string,
): Promise<RunningNginx> {
  await copyConfiguration(folder, 'nginx-files.conf');
  await fillIn(folder, 'templates-files', {
    PORTAL_ORIGIN: 'http://localhost:4300',
    FILES_LISTEN: `127.0.0.1:${port}`,
    HEALTH_LISTEN: healthSocket(folder),
  });
  await cp(releases, join(folder, 'releases'), { recursive: true });
  return startNginx(folder, port);
}

const healthSocket = (folder: string) => `unix:${join(folder, 'logs/health.sock')}`;

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
  await mkdir(join(folder, 'conf.d'), { recursive: true });
  for (const name of await readdir(join(folder, 'nginx', templates))) {
    const text = (await readFile(join(folder, 'nginx', templates, name), 'utf8')).replace(
      /\$\{([A-Z_]+)\}/g,
      (all, variable: string) => values[variable] ?? all,
    );
    await writeFile(join(folder, 'conf.d', name.replace('.template', '')), text);
  }
}

async function copyConfiguration(folder: string, main: string) {
  for (const name of ['logs', 'cache']) await mkdir(join(folder, name), { recursive: true });
  await cp(join(ROOT, 'deploy/nginx'), join(folder, 'nginx'), { recursive: true });
  const text = await readFile(join(ROOT, 'deploy', main), 'utf8');
  await writeFile(join(folder, 'nginx.conf'), temporaryPaths(folder, text));
}

/** Keeps temporary files below the test's own folder. @param text of nginx.conf */
export function temporaryPaths(folder: string, text: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'logs', name)};`,
  );
  return text.replace('http {', `http { ${paths.join(' ')}`);
}

async function startNginx(folder: string, port: number): Promise<RunningNginx> {
  const errors = join(folder, 'logs/error.log');
  const common = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', errors];
  execFileSync('nginx', ['-t', ...common], { stdio: 'pipe' });
  // Run a single process, so that killing it ends nginx.
  const only = `daemon off; master_process off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const child = spawn('nginx', [...common, '-g', only], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await accepts(port))) {
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

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
