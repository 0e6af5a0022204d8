import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { startS3Server } from '@portal/delivery-model/store/testing/s3-server';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { startMailCatcher } from '@portal/server-testing/mail-catcher';
import { startPostgres, type TestPostgres } from '@portal/server-testing/postgres';
import { type ServerProcess, startServerProcess } from '@portal/server-testing/server-process';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { browserAt } from './browse.ts';
import { localCertificate } from './certificate.ts';
import { type RunningNginx, startNginxEdge } from './run-nginx.ts';

const run = promisify(execFile);
const REPLICAS = 3;
const PAGE_OFFSET = 12;
const SECRETS = [
  'cookie_keys',
  'secret_keys',
  'signing_keys',
  'turnstile_keys',
  'vapid_keys',
  'release_token',
] as const;

export type CompositionOptions = {
  /** nginx speaks TLS and HTTP/2. */
  readonly tls?: boolean;
  /** Of nginx (deploy/nginx/settings.envsh). */
  readonly edge?: Readonly<Record<string, string>>;
  /** Of the servers. */
  readonly env?: Readonly<Record<string, string>>;
};

export type Replica = {
  readonly pid: number | undefined;
  /** Ends it as a supervisor does, and starts it again, perhaps as another program. */
  restart(main?: string): Promise<void>;
};

/** What docker-compose.yml describes, without Docker: the same commands and the same files of nginx. */
export type Composition = {
  readonly portal: string;
  readonly idp: string;
  /** As the outbox of the embedded default. */
  readonly outbox: string;
  readonly replicas: readonly Replica[];
  readonly postgres: Pick<TestPostgres, 'restart'>;
  /** The same database in this process, to make members and sessions. */
  readonly server: TestServer;
  /** Publishes and promotes what is built, and waits until each replica serves its page. */
  publish(): Promise<void>;
  /** Another nginx in front of the same servers. */
  startEdge(settings: Readonly<Record<string, string>>): Promise<RunningNginx>;
  /** What nginx and the servers have written. */
  logs(): Promise<string>;
  stop(): Promise<void>;
};

/** Starts all of it on free ports of this machine. */
export async function startComposition(options: CompositionOptions = {}): Promise<Composition> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-composition-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await startAll(folder, options, closing, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(
  folder: string,
  { tls = false, edge: edgeSettings = {}, env: more = {} }: CompositionOptions,
  closing: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Composition> {
  const [port, idpPort] = [await freePort(), await freePort()];
  const scheme = tls ? 'https' : 'http';
  const portal = `${scheme}://localhost:${port}`;
  const idp = `${scheme}://localhost:${idpPort}`;

  const postgres = await startPostgres();
  closing.push(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase();
  const secrets = await makeSecrets(folder, databaseUrl);
  const bucket = await startS3Server();
  closing.push(() => bucket.close());
  const { setting } = bucket;

  const env = {
    PORTAL_ORIGIN: portal,
    IDP_ORIGIN: idp,
    API_ORIGIN: portal,
    TRUST_PROXY: '127.0.0.0/8',
    HOST: '127.0.0.1',
    RELEASE_STORE: `s3://${setting.bucket}/${setting.prefix}`,
    RELEASE_STORE_ENDPOINT: setting.endpoint,
    AWS_ACCESS_KEY_ID: setting.accessKeyId,
    AWS_SECRET_ACCESS_KEY: setting.secretAccessKey,
    AWS_REGION: setting.region,
    ...secrets,
    ...more,
  };
  const command = (file: string, extra: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, [join(ROOT, 'deploy', file)], {
      env: { ...bareEnvironment(), SMTP_URL: 'smtp://127.0.0.1:9', ...env, ...extra },
    });
  await command('migrate.ts');
  const server = await startTestServer({ databaseUrl });
  closing.push(() => server.close());
  const mails = await startMailCatcher(server.context);
  closing.push(() => mails.close());

  const bases: number[] = [];
  while (bases.length < REPLICAS) {
    const base = await freePortBase();
    if (!bases.includes(base)) bases.push(base);
  }
  const written: ServerProcess[] = [];
  const replicas = await Promise.all(
    bases.map(async (base): Promise<Replica> => {
      const start = async (main?: string) => {
        const variables = {
          ...env,
          SMTP_URL: mails.smtpUrl,
          PORT_BASE: String(base),
          PAGE_PORT: String(base + PAGE_OFFSET),
        };
        const started = await startServerProcess(variables, main);
        written.push(started);
        return started;
      };
      let running = await start();
      closing.push(() => running.stop());
      return {
        get pid() {
          return running.pid;
        },
        async restart(main) {
          await running.stop();
          running = await start(main);
        },
      };
    }),
  );

  const listOf = (offset: number) => bases.map((base) => `127.0.0.1:${base + offset}`).join();
  const edges: RunningNginx[] = [];
  const startEdge = async (
    settings: Readonly<Record<string, string>>,
    ports?: { port: number; idpPort: number },
  ) => {
    const at = ports ?? { port: await freePort(), idpPort: await freePort() };
    const nginx = await startNginxEdge(join(folder, `edge-${at.port}`), at, {
      PORTAL_ORIGIN: portal,
      IDP_SERVER: listOf(1),
      API_SERVER: listOf(2),
      PAGE_SERVER: listOf(PAGE_OFFSET),
      FILES_SERVER: `${setting.endpoint}/${setting.bucket}/${setting.prefix}`,
      ...settings,
    });
    edges.push(nginx);
    closing.push(() => nginx.end());
    return nginx;
  };
  await startEdge(
    { ...(tls ? await certificateFiles(folder) : {}), ...edgeSettings },
    { port, idpPort },
  );

  return {
    portal,
    idp,
    outbox: mails.origin,
    replicas,
    postgres,
    server,
    async publish() {
      await command('publish.ts', { API_URL: `http://127.0.0.1:${(bases[0] ?? 0) + 2}` });
      // Each replica hears of the entry by itself, and composes the page.
      await Promise.all(
        bases.map(async (base) => {
          const browser = browserAt(`http://127.0.0.1:${base + PAGE_OFFSET}`);
          await browser.until(({ status }) => status === 200);
          browser.close();
        }),
      );
    },
    startEdge,
    async logs() {
      const ofNginx = await Promise.all(edges.map((nginx) => nginx.logs()));
      return [...ofNginx, ...written.flatMap(({ log }) => log)].join('\n');
    },
    stop,
  };
}

/** As before the first `docker compose up`, and with the address of this database. */
async function makeSecrets(folder: string, databaseUrl: string): Promise<Record<string, string>> {
  const secrets = join(folder, 'secrets');
  await run(process.execPath, [join(ROOT, 'deploy/make-secrets.mjs'), secrets]);
  await writeFile(join(secrets, 'database_url'), databaseUrl);
  return Object.fromEntries(
    ['database_url', ...SECRETS].map((name) => [`${name.toUpperCase()}_FILE`, join(secrets, name)]),
  );
}

async function certificateFiles(folder: string): Promise<Record<string, string>> {
  const { cert, key } = await localCertificate();
  const files = { TLS_CERTIFICATE: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  await writeFile(files.TLS_CERTIFICATE, cert);
  await writeFile(files.TLS_KEY, key, { mode: 0o600 });
  return files;
}
