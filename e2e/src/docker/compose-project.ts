import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePortBase } from '@portal/server-testing/free-ports';
import { composeCommand } from './compose-command.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What a build prints. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** A container, as far as `docker inspect` is read here. */
type Container = {
  readonly Config: { readonly Env: readonly string[]; readonly User: string };
  readonly HostConfig: {
    readonly CapDrop: readonly string[] | null;
    readonly LogConfig: { readonly Config: Readonly<Record<string, string>> };
    readonly Memory: number;
    readonly ReadonlyRootfs: boolean;
    readonly SecurityOpt: readonly string[] | null;
  };
  readonly State: {
    readonly ExitCode: number;
    readonly StartedAt: string;
    readonly Status: string;
  };
};

/** A clean clone of what is committed, and its containers, with a name and ports of their own. */
export type ComposeProject = {
  /** The clone. What lies beside it is removed with it. */
  readonly folder: string;
  readonly portal: string;
  readonly idp: string;
  /** Of the mail catcher. */
  readonly mails: string;
  /** Runs commands of a guide in the clone. @throws Error with what they printed, if one fails */
  run(commands: string, environment?: Readonly<Record<string, string>>): Promise<string>;
  containersOf(service: string): Promise<readonly Container[]>;
  /** Containers, volumes, networks, images and the clone. */
  remove(): Promise<void>;
};

/** Clones the repository. No container is started yet. */
export async function createComposeProject(): Promise<ComposeProject> {
  const compose = composeCommand();
  const home = await mkdtemp(path.join(tmpdir(), 'portal-docker-'));
  const folder = path.join(home, 'portal');
  await mkdir(folder, { mode: 0o700 });
  const name = `portal-proof-${randomBytes(4).toString('hex')}`;
  const base = await freePortBase();
  const portal = `http://localhost:${base}`;
  const idp = `http://localhost:${base + 1}`;
  const mails = `http://localhost:${base + 3}`;
  const env = { ...process.env, COMPOSE_PROJECT_NAME: name };
  // The guides have the words of the second version of Compose.
  const words = compose === 'docker-compose' ? FIRST_VERSION : '';
  const run: ComposeProject['run'] = async (commands, environment) => {
    try {
      const options = { cwd: folder, env: { ...env, ...environment }, maxBuffer: OUTPUT_BYTES };
      return (await promisify(execFile)('sh', ['-ec', words + commands], options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${commands}\nfailed:\n${stdout.slice(-TAIL)}\n${stderr.slice(-TAIL)}`);
    }
  };
  const remove = removedAtLatestWithUs(
    `${words}
    cd ${folder} && docker compose down --volumes --rmi local --remove-orphans
    cd / && rm -rf ${home}`,
    env,
  );

  // As on a machine whose files are their owner's alone.
  await run(`umask 077 && git clone --quiet --no-hardlinks ${ROOT} .`);
  await writeFile(
    path.join(folder, '.env'),
    [
      `PORTAL_ORIGIN=${portal}`,
      `IDP_ORIGIN=${idp}`,
      `PORTAL_PUBLISH=127.0.0.1:${base}`,
      `IDP_PUBLISH=127.0.0.1:${base + 1}`,
      `MAIL_PUBLISH=127.0.0.1:${base + 3}`,
      '',
    ].join('\n'),
  );
  return {
    folder,
    portal,
    idp,
    mails,
    run,
    async containersOf(service) {
      // Not by Compose: its first version takes a second of a core, which the servers need while they start.
      const labels = [`project=${name}`, `service=${service}`, 'oneoff=False']
        .map((label) => `--filter label=com.docker.compose.${label}`)
        .join(' ');
      const ids = (await run(`docker ps --all --quiet ${labels}`)).trim().split(/\s+/);
      return JSON.parse(await run(`docker inspect ${ids.join(' ')}`));
    },
    remove,
  };
}

const FIRST_VERSION = `docker() {
  if [ "$1" = compose ]; then shift; command docker-compose "$@"; else command docker "$@"; fi
}
`;
/** Of what a command printed: a build prints thousands of lines. */
const TAIL = 8_000;

/** Starts what waits for this process to end and then runs the commands. @returns what runs them now */
function removedAtLatestWithUs(commands: string, env: NodeJS.ProcessEnv): () => Promise<void> {
  const guard = spawn('sh', ['-c', `cat > /dev/null\n${commands}`], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => guard.once('close', () => resolve()));
  return () => {
    guard.stdin.end();
    return ended;
  };
}
