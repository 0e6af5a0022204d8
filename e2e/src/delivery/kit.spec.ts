import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { bareEnvironment } from '@portal/shared-process/bare-environment';
import { expect, test } from '../support/changeable-portal.ts';
import { startSession } from '../support/session.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'delivery/tools/src/command/main.ts');
/** An install takes a minute and a half on a quiet machine, and all else together as long. */
const LIMIT_MS = 900_000;

// @proves 7.260
test('a team makes a repository of its own from an empty folder, and shows its canary @proof', async ({
  page,
  member,
  portal,
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
        env: {
          ...portal.operator,
          PORTAL_URL: portal.portal,
          PORTAL_TEAM: 'operator',
          PORTAL_KEY: 'operator.key.json',
        },
      });
    const kit = (await operator('kit', '--name', '@season/kit')).trim();
    await run('mkdir', ['offers'], { cwd: folder });
    await run('npm', ['install', '--save-exact', '--prefer-offline', kit]);
    const command = (...args: string[]) =>
      run('npx', ['--no', 'portal', ...args], {
        env: { PORTAL_URL: portal.portal, PORTAL_TEAM: 'season', PORTAL_KEY: 'season.key.json' },
      });
    await command(
      ...['create-remote', 'offers', '--standalone', '--path', '/offers', '--team', 'season'],
      ...['--title', 'Offers', '--title-ja', 'ご案内'],
    );
    await run('npm', ['install', '--prefer-offline']);
    // Types, texts and the tests of the screen against the real server.
    await run('npm', ['test']);
    await run('npm', ['run', 'build']);

    await writeFile(join(folder, 'season.public.json'), await command('keys', 'make', 'season'));
    expect(await readdir(repository)).toContain('season.key.json');
    expect(await run('git', ['status', '--porcelain', '--untracked-files=all'])).not.toContain(
      '.key',
    );
    await operator('keys', 'operator');
    const parts = ['--part', 'offers', '--segment', '/offers'];
    await operator('team', 'set', 'season', '--public-key', 'season.public.json', ...parts);
    const { version } = JSON.parse(await command('publish', 'offers', '--json'));
    await command('promote', 'offers', version, '--share', '26');

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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The environment of a machine without this clone: none of its programs is on the path. */
function outside(): Readonly<Record<string, string>> {
  const { PATH = '', ...rest } = bareEnvironment() as Record<string, string>;
  const paths = PATH.split(delimiter).filter((path) => !path.startsWith(ROOT));
  // npm finds the registry of the machine below HOME.
  return { ...rest, HOME: process.env.HOME ?? '', PATH: paths.join(delimiter) };
}
