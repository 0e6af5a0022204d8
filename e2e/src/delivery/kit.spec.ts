import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { testBrowserOptions } from '../support/browser.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { startSession } from '../support/session.ts';
import { signInAtProvider } from '../support/sign-in.ts';
import { staffToken } from '../support/staff-token.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const GUIDE = openGuide('docs/releases.md');
const FIRST = openGuide('docs/first-release.md');
const COMMAND = join(ROOT, 'delivery/tools/src/command/main.ts');
/** An install takes a minute and a half on a quiet machine, and all else together as long. */
const LIMIT_MS = 900_000;

/** A build takes four seconds on a quiet machine. */
const REBUILT_MS = 60_000;

// @proves 7.702 7.703 7.771
test('a team makes a repository of its own from an empty folder, and shows its canary @proof', async ({
  page,
  member,
  portal,
  newBrowser,
}) => {
  test.setTimeout(LIMIT_MS);
  const folder = await mkdtemp(join(tmpdir(), 'portal-repository-'));
  const repository = join(folder, 'offers');
  /** Runs a program in the repository; annotates how long it took, and answers what it printed. */
  const run = async (
    program: string,
    args: readonly string[],
    { cwd = repository, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
  ) => {
    const started = performance.now();
    const out = await new Promise<string>((done, failed) => {
      const options = { cwd, env: { ...outside(), ...env }, maxBuffer: 64 * 1024 * 1024 };
      execFile(program, args, options, (error, out, err) =>
        error ? failed(new Error(`${error.message}\n${out}\n${err}`)) : done(out),
      );
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const words = [program, ...args].join(' ').replaceAll(folder, '');
    test.info().annotations.push({ type: 'command', description: `${words}: ${seconds} s` });
    return out;
  };
  try {
    const operator = (...args: string[]) =>
      run(process.execPath, [COMMAND, ...args], {
        cwd: folder,
        env: { ...portal.operator, PORTAL_URL: portal.portal },
      });
    const token = await staffToken(portal.outbox, ['release'], 'pages');
    const kit = (
      await operator(...GUIDE.command('npm run -s portal -- kit').split(' ').slice(5))
    ).trim();
    await run('mkdir', ['offers'], { cwd: folder });
    const command = (...args: string[]) =>
      run('npm', ['run', '-s', 'portal', '--', ...args], {
        env: { PORTAL_URL: portal.portal, PORTAL_TOKEN: token },
      });
    const commands = FIRST.commands('Make the repository')
      .trim()
      .split('\n')
      .map((line) => line.replace(/\.\.\/\S+\.tgz/, kit));
    for (const line of commands.slice(0, -1)) await run('sh', ['-ec', line]);
    // For its types the team has a newer React than the shell, whose copy runs.
    await newerReact(repository);
    await run('sh', ['-ec', commands.at(-1) ?? '']);

    // server/main/src/commands has the tests of `staff`.
    const [letIn = '', give] = FIRST.commands('Get a token').trim().split('\n');
    await operator(...letIn.split(' ').slice(5));
    expect(give).toMatch(/^npm run -s staff -- add .+ --scopes release --team pages$/);
    const publish = async (): Promise<string> =>
      JSON.parse(await command('publish', 'offers', '--json')).version;
    const promote = (version: string, ...more: string[]) =>
      command('promote', 'offers', version, '--without-gate', 'This test opens it.', ...more);
    const release = FIRST.commands('Make it live').replace('https://portal.example', portal.portal);
    const PATH = [outside().PATH, dirname(testBrowserOptions().executablePath ?? ROOT)].join(
      delimiter,
    );
    await run('sh', ['-ec', release], { env: { PATH, TOKEN: token } });
    await run('git', ['add', '--all']);
    const author = ['-c', 'user.name=pages', '-c', 'user.email=pages@example.com'];
    await run('git', [...author, 'commit', '--quiet', '--message', 'Add the offers']);
    await run('npm', ['run', 'build']);
    const canary = await publish();
    await promote(canary, '--share', '10');
    expect(await command('status')).toContain(canary);

    await page.context().addCookies([{ name: 'portal_slice', value: '00', url: portal.portal }]);
    await startSession(page, portal, member);
    for (const [path, title] of [
      ['/offers', 'ご案内'],
      ['/en/offers', 'Offers'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await test.info().attach(path, { body: await page.screenshot(), contentType: 'image/png' });
    }

    const dev = await startDev(repository, portal.portal);
    try {
      const developer = await (await newBrowser()).newPage();
      await developer.goto(`${dev.address}/offers`);
      await signInAtProvider(developer, dev.member);
      await expect(developer.getByRole('heading', { level: 1, name: 'ご案内' })).toBeVisible();
      // The header is the shell's, and the badge says which build this is.
      await expect(developer.getByRole('banner')).toBeVisible();
      await expect(developer.getByRole('complementary').first()).toContainText('offers');
      const screen = join(repository, 'src/screens/offers/index.tsx');
      const source = await readFile(screen, 'utf8');
      await writeFile(screen, source.replace('<Trans>Offers</Trans>', 'Another heading'));
      await expect(
        developer.getByRole('heading', { level: 1, name: 'Another heading' }),
      ).toBeVisible({ timeout: REBUILT_MS });
      await developer.context().close();
    } finally {
      await dev.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Starts `portal dev --against` with a server of its own, and waits until it says where. */
async function startDev(cwd: string, portal: string) {
  const base = await freePortBase();
  const command = FIRST.commands('See it in the shell that is live')
    .trim()
    .replace('https://portal.example', portal);
  const child = spawn('sh', ['-ec', command], {
    cwd,
    env: { ...outside(), PORT_BASE: String(base) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm passes no signal on: the group gets it.
    detached: true,
  });
  const ended = once(child, 'exit');
  let said = '';
  await new Promise<void>((started) => {
    // It is read to its end: whoever writes to a closed pipe is ended.
    child.stdout.on('data', (piece) => {
      said += piece;
      if (said.includes('(Ctrl-C ends it)')) started();
    });
  });
  const [, email = '', password = ''] = /Sign in with (\S+) \/ (\S+)/.exec(said) ?? [];
  return {
    address: `http://localhost:${base + 10}`,
    member: { email, password, lastName: null, firstName: null, emailVerified: true },
    async end() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Lets the installed React say that it is the next minor version. */
async function newerReact(repository: string): Promise<void> {
  const file = join(repository, 'node_modules/react/package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const [major = 0, minor = 0] = String(manifest.version).split('.').map(Number);
  await writeFile(file, JSON.stringify({ ...manifest, version: `${major}.${minor + 1}.0` }));
}

/** The environment of a machine without this clone: none of its programs is on the path. */
function outside(): Readonly<Record<string, string>> {
  const { PATH = '', ...rest } = bareEnvironment() as Record<string, string>;
  const paths = PATH.split(delimiter).filter((path) => !path.startsWith(ROOT));
  return {
    ...rest,
    // npm finds the registry of the machine below HOME.
    HOME: process.env.HOME ?? '',
    PATH: paths.join(delimiter),
    // npm asks again after a minute where a connection stalls, in place of five, which would use up the limit.
    npm_config_fetch_timeout: '60000',
  };
}
