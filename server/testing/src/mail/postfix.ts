import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { freePort } from '../free-ports.ts';
import { temporaryFolder, unprivilegedUser } from '../postgres.ts';

/** Files of Debian's packages `postfix`, `sasl2-bin` and `openssl`. */
const NEEDS = ['/usr/sbin/postfix', '/usr/sbin/saslpasswd2', '/usr/bin/openssl'];
/** Its processes change their users, so root has to start it. */
export const hasPostfix = NEEDS.every((file) => existsSync(file)) && process.getuid?.() === 0;

export const MAIL_USER = 'portal@mail.example';
export const MAIL_PASSWORD = 'p-of-the-mail-server';
/** The domain whose mailboxes are here. */
const MAILBOX_DOMAIN = 'example.com';
/** How long it takes after the last byte of a message to a recipient whose answer is `slow`. */
export const SLOW_SECONDS = 15;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** What it answers to recipients, by their address; others are taken. In Postfix's own words (access(5)). */
type Answers = Readonly<Record<string, string>>;

/**
 * Prepares an instance of Postfix with files, ports and users of its own, which takes mails for one domain over
 * STARTTLS from clients that sign in. It does not touch the machine's instance.
 */
export async function createPostfix() {
  const folder = await mkdtemp(path.join(temporaryFolder(unprivilegedUser()), 'postfix-'));
  await chmod(folder, 0o755);
  const at = (...names: string[]) => path.join(folder, ...names);
  // Debian's Postfix reads how people sign in from `sasl` in its folder of settings.
  for (const name of ['etc', 'etc/sasl', 'queue', 'data', 'mail']) await mkdir(at(name));
  const port = await freePort();
  const names = ['-subj', '/CN=mail.example', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', at('etc/key.pem'), '-out', at('etc/certificate.pem')];
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...names,
    ...files,
  ]);
  await writeFile(at('etc/main.cf'), mainSettings(at));
  await writeFile(at('etc/master.cf'), services(port));
  for (const name of ['dynamicmaps.cf', 'postfix-files']) {
    await cp(path.join('/etc/postfix', name), at('etc', name));
  }
  await writeFile(at('etc/sasl/smtpd.conf'), signInSettings(at));
  const [user = '', realm = ''] = MAIL_USER.split('@');
  run('saslpasswd2', ['-p', '-c', '-f', at('etc/sasl/users'), '-u', realm, user], MAIL_PASSWORD);
  run('chown', ['-R', 'postfix', at('etc/sasl/users'), at('data'), at('mail')]);
  await answer({});

  const log = () => readFile(at('log'), 'utf8').catch(() => '');
  let running: { stop(): Promise<void> } | undefined;

  /** Changes what it answers, also while it runs. */
  async function answer(answers: Answers): Promise<void> {
    const isSlow = (words: string) => words === 'slow';
    const lines = (which: (words: string) => boolean) =>
      Object.entries(answers)
        .filter(([, words]) => which(words))
        .map(([address, words]) => `${address} ${words}\n`)
        .join('');
    await writeFile(
      at('etc/recipients'),
      lines((words) => !isSlow(words)),
    );
    await writeFile(at('etc/ends'), lines(isSlow));
  }

  return {
    port,
    /** Of its certificate, which nobody else has signed. */
    authority: await readFile(at('etc/certificate.pem'), 'utf8'),
    answer,
    async start() {
      running = await startInForeground(at('etc'), port, log);
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    /** What has come into the mailboxes, as it lies there. */
    async mails(): Promise<(Email & { readonly raw: string })[]> {
      const box = at('mail/all/new');
      const names = existsSync(box) ? await readdir(box) : [];
      return Promise.all(
        names.map(async (name) => {
          const raw = await readFile(path.join(box, name), 'utf8');
          return { ...(await PostalMime.parse(raw)), raw };
        }),
      );
    },
    async remove() {
      await running?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Postfix = Awaited<ReturnType<typeof createPostfix>>;

const mainSettings = (at: (...names: string[]) => string): string =>
  Object.entries({
    compatibility_level: '3.6',
    queue_directory: at('queue'),
    data_directory: at('data'),
    maillog_file: at('log'),
    maillog_file_prefixes: at(),
    myhostname: 'mail.example',
    mydestination: '',
    mynetworks: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    alias_maps: '',
    alias_database: '',
    virtual_mailbox_domains: MAILBOX_DOMAIN,
    virtual_mailbox_base: at('mail'),
    virtual_mailbox_maps: 'static:all/',
    virtual_minimum_uid: '1',
    virtual_uid_maps: `static:${run('id', ['-u', 'postfix']).trim()}`,
    virtual_gid_maps: `static:${run('id', ['-g', 'postfix']).trim()}`,
    smtpd_tls_security_level: 'encrypt',
    smtpd_tls_cert_file: at('etc/certificate.pem'),
    smtpd_tls_key_file: at('etc/key.pem'),
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_authenticated_header: 'yes',
    smtpd_tls_received_header: 'yes',
    smtpd_tls_auth_only: 'yes',
    smtpd_sasl_local_domain: 'mail.example',
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
    smtpd_recipient_restrictions: `check_recipient_access texthash:${at('etc/recipients')}, permit`,
    smtpd_restriction_classes: 'slow',
    slow: `sleep ${SLOW_SECONDS}`,
    smtpd_end_of_data_restrictions: `check_recipient_access texthash:${at('etc/ends')}`,
    smtpd_error_sleep_time: '0',
    // Each connection has a process of its own, which reads the answers anew.
    max_use: '1',
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

const services = (port: number): string =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'proxymap unix - - n - - proxymap',
    'virtual unix - n n - - virtual',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');

const signInSettings = (at: (...names: string[]) => string): string =>
  [
    'pwcheck_method: auxprop',
    'auxprop_plugin: sasldb',
    `sasldb_path: ${at('etc/sasl/users')}`,
    'mech_list: PLAIN LOGIN',
    '',
  ].join('\n');

async function startInForeground(settings: string, port: number, log: () => Promise<string>) {
  // The pipe closes with this process, however it ends, and Postfix ends with the pipe.
  const guard =
    '"$@" >/dev/null 2>&1 & postfix=$!; cat >/dev/null; postfix -c "$3" stop; wait $postfix';
  const command = ['postfix', '-c', settings, 'start-fg'];
  const child = spawn('sh', ['-c', guard, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await ended;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await listens(port))) {
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`Postfix did not start: ${await log()}`);
    }
    await pause(POLL_MS);
  }
  return { stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function run(program: string, args: readonly string[], input?: string): string {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input, env });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}
