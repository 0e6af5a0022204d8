import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { startMailSink } from '@portal/server-testing/load';
import { startPostgres } from '@portal/server-testing/postgres';
import { clientProgram } from '@portal/server-testing/postgres-programs';
import { PROOFS } from '@portal/server-testing/proofs';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { localCertificate } from './testing/certificate.ts';
import { temporaryPaths } from './testing/run-nginx.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

const GUIDE = openGuide('docs/your-own-portal.md');
const run = promisify(execFile);
const describeProof = PROOFS && clientProgram('psql') ? whenNginxIsInstalled : describe.skip;

/** A superuser with another name than that of the guide's role, which is the one of the tests' server. */
async function superuser(address: string): Promise<string> {
  const url = new URL(address);
  const query = (text: string) =>
    run(clientProgram('psql') ?? 'psql', [url.href, '--command', text]);
  await query('create role administrator superuser login');
  url.username = 'administrator';
  await query('alter role portal rename to first');
  return url.href;
}

describeProof('the guide of a portal of one’s own', () => {
  let folder: string;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'own-portal-'));
    for (const name of ['tls', 'releases']) await mkdir(path.join(folder, name));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await rm(folder, { recursive: true, force: true });
  });

  // @proves 16.88 16.906
  test('its commands lead from a clone to a portal behind nginx, one after the other', async () => {
    const [postgres, mails, base, edge, files] = [
      await startPostgres(),
      await startMailSink(),
      await freePortBase(),
      await freePort(),
      await freePort(),
    ];
    closing.push(
      () => postgres.stop(),
      () => mails.close(),
    );
    const OWNER_URL = await superuser(await postgres.createDatabase());
    const { host } = new URL(OWNER_URL);
    const health = [await freePort(), await freePort()];
    const here = (commands: string) =>
      commands
        .replaceAll('/srv/portal', folder)
        .replaceAll('127.0.0.1:5432', host)
        .replace(/LISTEN=443/g, `LISTEN=127.0.0.1:${edge}`)
        .replaceAll(':8080', `:${files}`)
        .replace(/:808([23])/g, (_, digit) => `:${health[digit - 2]}`)
        .replace(/\b430([124])\b/g, (_, digit) => String(base + Number(digit)));
    const programs = [process.execPath, clientProgram('psql') ?? ''].map((file) =>
      path.dirname(file),
    );
    const env = {
      ...bareEnvironment(),
      PATH: [...programs, process.env.PATH].join(':'),
      PORT_BASE: String(base),
      OWNER_URL,
    };
    const withSettings = (heading: string) =>
      here(`set -a; . /srv/portal/server.env; set +a\n${GUIDE.commands(heading)}`);
    const follow = async (commands: string) =>
      (await run('sh', ['-ec', commands], { cwd: ROOT, env })).stdout;
    const certificate = await localCertificate();
    await writeFile(path.join(folder, 'tls/certificate.pem'), certificate.cert);
    await writeFile(path.join(folder, 'tls/key.pem'), certificate.key);

    for (const heading of ['1. Make the brand', '4. Make the secrets', '5. Make the database']) {
      await follow(here(GUIDE.commands(heading)));
    }
    await writeFile(path.join(folder, 'secrets/smtp_url'), mails.url);
    await follow(here(GUIDE.commands('6. Write the settings')));
    expect(await follow(withSettings('Bring the database up to date'))).toBe(
      'The database is up to date.\n',
    );
    const words = ['-ec', withSettings('Start a server')];
    const server = spawn('sh', words, { cwd: ROOT, env, stdio: 'ignore' });
    closing.push(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    });
    await follow(withSettings('Wait until it is ready'));
    const released = await follow(withSettings('8. Make the first release'));
    for (const part of ['shell', 'mypage', 'account', 'signup']) {
      expect(released).toMatch(new RegExp(`^${part} \\S+ is live$`, 'm'));
    }
    await follow(here(GUIDE.commands('The settings of nginx')));
    // Again, as after an update.
    for (const _ of ['first', 'again']) await follow(here(GUIDE.commands('The files of nginx')));
    for (const part of ['edge', 'files']) {
      const at = path.join(folder, 'nginx', part);
      const text = await readFile(path.join(at, 'nginx.conf'), 'utf8');
      // The folders of tests are closed to nginx's own user.
      const user = process.getuid?.() === 0 ? 'user root;\n' : '';
      await writeFile(path.join(at, 'nginx.conf'), user + temporaryPaths(at, text));
      closing.push(async () => {
        process.kill(Number(await readFile(path.join(at, 'cache/nginx.pid'), 'utf8')), 'SIGTERM');
      });
    }
    await follow(here(GUIDE.commands('Start nginx')));

    const ask = async (address: string) =>
      follow(
        `curl --silent --insecure --fail --connect-to ::127.0.0.1:${edge} --retry 20 --retry-all-errors --retry-delay 1 '${address}'`,
      );
    const page = await ask('https://members.example.com/en');
    expect(page).toContain('Kawasemi Club');
    const [script] = /\/remotes\/[\w./-]+\.js/.exec(page) ?? [];
    expect((await ask(`https://members.example.com${script}`)).length).toBeGreaterThan(1000);
    expect(await ask('https://members.example.com/api/terms/en')).toContain(
      'Kawasemi Club Co., Ltd.',
    );
    expect(await ask('https://id.example.com/.well-known/openid-configuration')).toContain(
      '"issuer":"https://id.example.com"',
    );
  });
});
