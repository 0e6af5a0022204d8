import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lastEntry } from '@portal/delivery-model/client/log-reader';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openGuide } from '@portal/server-testing/guide';
import { proofTest as it } from '@portal/server-testing/proofs';
import {
  pageConfiguration,
  promotion,
  publish,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf } from '@portal/server-testing/releases/teams';
import { bareEnvironment } from '@portal/shared-process/bare-environment';
import { repositoryFiles } from '../new-remote/repository-files.ts';
import { writeBuild } from './testing/built-release.ts';
import { makeShownShell } from './testing/shown-shell.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const GUIDE = openGuide('docs/releases.md');
const REPOSITORY = path.join(import.meta.dirname, '../../../..');
const MAIN = path.join(import.meta.dirname, 'main.ts');
const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-guide-'));
const [TEAM, OPERATOR, SERVER, BIN, STORE] = ['team', 'operator', 'server', 'bin', 'store'].map(
  (name) => path.join(ROOT, name),
) as [string, string, string, string, string];

let portal: TestPortal;
beforeAll(async () => {
  for (const folder of [TEAM, OPERATOR, SERVER, BIN]) mkdirSync(folder);
  portal = await startTestPortal(STORE);
  const { secrets } = portal.server.context.config;
  writeFileSync(path.join(SERVER, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
  // What `npx --no portal` finds in a clone whose packages are installed.
  writeFileSync(
    path.join(BIN, 'npx'),
    `#!/bin/sh\n[ "$1 $2" = "--no portal" ] && shift 2 && exec "${process.execPath}" "${MAIN}" "$@"\n`,
    { mode: 0o755 },
  );
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

/** Runs what stands below the headings, one after the other in one shell, and answers its output. */
function follow(cwd: string, headings: readonly string[]): Promise<string> {
  const commands = headings.map((heading) => GUIDE.commands(heading)).join('');
  return runShell(cwd, commands.replaceAll('https://portal.example', portal.url), {
    DATA_DIR: SERVER,
    RELEASE_STORE: STORE,
  });
}

/** Runs commands in one shell, which ends at the first that fails, and answers their output. */
function runShell(
  cwd: string,
  commands: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const env = {
    ...bareEnvironment(),
    PATH: `${BIN}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    ...variables,
  };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-e', '-c', commands], { cwd, env }, (error, out, err) =>
      error ? reject(new Error(`${commands}: ${err}`)) : resolve(out),
    );
  });
}

const CI_EXAMPLE = readFileSync(
  path.join(import.meta.dirname, '../../../../deploy/ci.example.yml'),
  'utf8',
);
/** The pipeline of a repository of its own. */
const CI_OF_REPOSITORY =
  repositoryFiles({
    name: 'mypage',
    path: '/my-page',
    title: 'Pages',
    titleJa: 'ページ',
    team: 'pages',
    kit: { name: '@acme/kit', version: '0.1.0' },
    below: '',
    prefix: 'Mp',
    peers: {},
  })['.github/workflows/release.yml'] ?? '';

/** The commands of a pipeline's job, in their order. */
const commandsOf = (pipeline: string, job: string): readonly string[] =>
  [
    ...(new RegExp(`^ {2}${job}:\\n(.*?)(?=^ {2}\\S|$(?![\\s\\S]))`, 'ms')
      .exec(pipeline)?.[1]
      ?.matchAll(/^ +(?:- )?run: (.+)$/gm) ?? []),
  ].map(([, command = '']) => command);

const OF_TEAM = 'The settings of the team';
const OF_OPERATOR = 'The settings of the operator';

// These tests start many commands.
// @proves 7.159
it('the commands of the guide work as they stand there, one after the other', async () => {
  const done = new Set<string>();
  const run = (cwd: string, ...headings: string[]) => {
    for (const heading of headings) done.add(heading);
    return follow(cwd, headings);
  };
  const row = { files: [], guard: 'public' as const, layout: 'default' as const };
  const rows = { '/my-page': row };
  const build = (content: string) =>
    writeBuild(
      path.join(TEAM, '.releases'),
      makeRelease('mypage', content, ['/my-page'], { rows }),
    );
  const shell = makeShownShell();
  const operator = operatorOf(portal.server);
  await publish(operator, shell);
  await operator.operate(promotion(shell));

  await run(TEAM, 'The team makes a key');
  expect(statSync(path.join(TEAM, 'pages.key.json')).mode & 0o777).toBe(0o600);
  copyFileSync(path.join(TEAM, 'pages.public.json'), path.join(OPERATOR, 'pages.public.json'));
  await run(OPERATOR, "The operator takes the operator's key");
  const letIn = await run(OPERATOR, OF_OPERATOR, 'The operator lets the team in');
  expect(letIn).toContain('The team pages may release mypage, with routes below /my-page.');

  const first = await build('first');
  const checked = await run(TEAM, OF_TEAM, 'Check it in a browser');
  expect(checked).toContain(`mypage ${first} passes the gate; 2 routes came up in the browser.`);
  expect(await run(TEAM, OF_TEAM, 'Publish and promote')).toContain(`mypage is now ${first} since`);
  const second = await build('second');
  const tried = await run(TEAM, OF_TEAM, 'Try it with some members first');
  expect(tried).toContain(`canary ${second} for 26 of 256 (10.2 %)`);
  expect(tried).toContain(`canary ${second} for 128 of 256 (50.0 %)`);
  expect(tried).toContain(`mypage is now ${second} since`);
  expect(await run(TEAM, OF_TEAM, 'Go back')).toContain(`mypage is now ${first} since`);
  const off = await run(TEAM, OF_TEAM, 'Switch a remote off');
  expect(off).toMatch(/switched off since .+: The list of passports shows the wrong hotel\./);
  const looked = await run(TEAM, OF_TEAM, 'What is live, and who changed it');
  expect(looked).toMatch(/^production: entry 9,/);
  expect(looked).toMatch(/ {4}5 {2}.+Z {2}pages +promote mypage .+, canary for 128 of 256/);
  const loads = await run(TEAM, OF_TEAM, 'How releases load');
  expect(loads).toContain('No browser reported a load in the last 6h.');
  const verified = await run(TEAM, OF_TEAM, 'Whether the history is whole');
  expect(verified).toContain('The history of production holds: 9 entries.');

  const clean = await run(OPERATOR, OF_OPERATOR, 'See what may go, and remove it');
  expect(clean.match(/Everything in the store is in use or young\./g)).toHaveLength(2);

  const configuration = await operator.uploadConfiguration(pageConfiguration());
  await operator.operate({ type: 'configure', configuration });
  await run(OPERATOR, OF_OPERATOR, 'A page on a bare CDN');
  expect(existsSync(path.join(OPERATOR, 'page/variants.json'))).toBe(true);
  await run(TEAM, 'The team makes another key');
  const secondKey = path.join(TEAM, 'pages-2.public.json');
  copyFileSync(secondKey, path.join(OPERATOR, 'pages-2.public.json'));
  const both = await run(OPERATOR, OF_OPERATOR, 'The operator takes both');
  expect(both).toContain('The team pages may release mypage, with routes below /my-page.');

  const grown = await build('growing');
  const growing = await run(TEAM, OF_TEAM, 'Let it grow by itself');
  expect(growing).toContain(`canary ${grown} for 13 of 256 (5.1 %), then 64 of 256 (25.0 %)`);

  const previewed = await run(TEAM, OF_TEAM, 'Show a version to others');
  expect(previewed).toContain(`${portal.url}/preview#token=ey`);
  expect(previewed).toMatch(/\npreviews\n {2}pr-12 {2}mypage .+ until .+Z\n/);
  expect(previewed).toContain('The preview pr-12 has ended.');

  const byOthers = [
    'An empty folder becomes a repository',
    // By e2e/src/delivery/kit.spec.ts.
    'Run it in the shell that is live',
    'Release what has changed',
    'The operator adds the other name',
    'The team moves its segments',
    'Retire a remote',
  ];
  const left = GUIDE.headings.filter((heading) => !done.has(heading));
  expect(left).toEqual(byOthers);
});

// @proves 7.229
it('the commands of the CI example release a part, with the key from a secret', async () => {
  const job = path.join(ROOT, 'job');
  mkdirSync(job);
  const [install = '', key = '', build = '', ...release] = commandsOf(CI_EXAMPLE, 'release');
  for (const file of install.split(' ').slice(1)) {
    expect(existsSync(path.join(REPOSITORY, file))).toBe(true);
  }
  expect([build, ...release].map((command) => command.split(' ').slice(0, 4).join(' '))).toEqual([
    'npx --no portal build',
    'npx --no portal publish',
    'npx --no portal promote',
  ]);
  const version = await writeBuild(
    path.join(job, '.releases'),
    makeRelease('mypage', 'from CI', ['/my-page']),
  );
  const out = await runShell(job, [key, ...release].join('\n'), {
    PORTAL_URL: portal.url,
    PORTAL_TEAM: 'pages',
    PORTAL_KEY: 'pages.key.json',
    PORTAL_KEY_FILE: readFileSync(path.join(TEAM, 'pages.key.json'), 'utf8'),
  });
  expect(out).toContain(`mypage is now ${version} since`);
});

// @proves 7.790
it.each([
  ['the CI example', CI_EXAMPLE],
  ['a repository of its own', CI_OF_REPOSITORY],
])('the pipeline of %s shows a pull request at one address, and ends it', async (_, pipeline) => {
  const job = mkdtempSync(path.join(ROOT, 'preview-'));
  const [, name = ''] = /^ +PREVIEW: (.+)$/m.exec(pipeline) ?? [];
  const output = path.join(job, 'output');
  const environment = {
    PORTAL_URL: portal.url,
    PORTAL_TEAM: 'pages',
    PORTAL_KEY: 'pages.key.json',
    PORTAL_KEY_FILE: readFileSync(path.join(TEAM, 'pages.key.json'), 'utf8'),
    PREVIEW: name.replace(/\$\{\{.+\}\}/, '12'),
    GITHUB_OUTPUT: output,
  };
  const run = (of: string) => {
    const known =
      /^(node scripts\/install\.mjs|npm ci|npx --no portal build mypage|npm run build)$/;
    const commands = commandsOf(pipeline, of).filter((command) => !known.test(command));
    return runShell(job, commands.join('\n'), environment);
  };
  const previews = async () => (await lastEntry(operatorOf(portal.server))).entry?.state.previews;
  const addresses: string[] = [];
  for (const content of ['a pull request', 'another push to it']) {
    const release = makeRelease('mypage', `${content} ${job}`, ['/my-page']);
    const version = await writeBuild(path.join(job, '.releases'), release);
    writeFileSync(output, '');
    await run('preview');
    addresses.push(readFileSync(output, 'utf8'));
    expect((await previews())?.['mypage-pr-12']?.parts.mypage?.version).toBe(version);
  }
  expect(addresses[0]).toMatch(`address=${portal.url}/preview#token=ey`);
  expect(addresses[1]).toBe(addresses[0]);
  expect(await run('preview-end')).toContain('The preview mypage-pr-12 has ended.');
  expect(await previews()).toBeUndefined();
});

/** A command in a sentence of the guide, with the settings of the operator. */
function obey(command: string, ...versions: readonly string[]): Promise<string> {
  const rest = [...versions];
  const filled = command.replaceAll('<version>', () => rest.shift() ?? '').replace(/ …$/, '');
  const settings = GUIDE.commands(OF_OPERATOR).replaceAll('https://portal.example', portal.url);
  return runShell(OPERATOR, `${settings}\n${filled}`, { DATA_DIR: SERVER, RELEASE_STORE: STORE });
}

// @proves 7.159
it('the commands in the sentences of the guide work', async () => {
  expect(await obey(GUIDE.command('npx --no portal --help'))).toContain('promote');
  expect(await obey(GUIDE.command('npx --no portal promote --help'))).toContain('--share');
  const shell = makeShownShell('document.title = "together";');
  const mypage = makeRelease('mypage', 'together', ['/my-page']);
  const operator = operatorOf(portal.server);
  for (const release of [shell, mypage]) await publish(operator, release);
  const versions = [shell, mypage].map(({ document }) => document.version);
  const together = await obey(GUIDE.command('npx --no portal promote shell'), ...versions);
  for (const version of versions) expect(together).toContain(version);

  const page = await obey(GUIDE.command('npx --no portal releases-page'));
  expect(page).toContain('Wrote the page of the releases of production to');
  const account = makeRelease('account', 'previewed');
  await publish(operator, account);
  const preview = await obey(GUIDE.command('npx --no portal preview'), account.document.version);
  expect(preview).toContain('/preview#token=ey');
  const policy = await obey(GUIDE.command('npx --no portal policy set'));
  expect(policy).toContain(
    'demand of every other part: 30 minutes as canary, a second key, the browser gate by ci',
  );
  await obey(GUIDE.command('npx --no portal approve'), ...versions.slice(1));
  expect(readFileSync(path.join(OPERATOR, 'second.jws'), 'utf8')).toMatch(/^ey\S+\n$/);
  await obey('npx --no portal policy set');
  const slot = await obey(GUIDE.command('npx --no portal slot set'));
  expect(slot).toContain('show in home.cards first: offers; not: news');
  await obey(GUIDE.command('npx --no portal team remove'));
  expect(await obey('npx --no portal status')).not.toContain('pages');
});

// @proves 7.651 7.650
it('screens, names and segments change by the commands of the guide, without a release of the shell', async () => {
  const operator = operatorOf(portal.server);
  const stateNow = async () => (await lastEntry(operator)).entry?.state ?? EMPTY_STATE;
  await addTeam(portal.server, 'hotels', ['rooms'], []);
  await follow(OPERATOR, [OF_OPERATOR, 'The operator lets the team in']);
  const { shell } = await stateNow();
  const row = { files: [], guard: 'public' as const, layout: 'default' as const };
  const build = (part: string, ...paths: readonly string[]) => {
    const owns = [...new Set(paths.map((one) => `/${one.split('/')[1]}`))];
    const menuOf = (to: string) => ({ ja: `設定 ${to}`, en: `Settings ${to}` });
    const rows = Object.fromEntries(paths.map((one) => [one, { ...row, menu: menuOf(one) }]));
    return makeRelease(part, paths.join(), owns, { rows });
  };
  const onPage = async () => {
    await follow(OPERATOR, [OF_OPERATOR, 'A page on a bare CDN']);
    return readFileSync(path.join(OPERATOR, 'page/stable/index.html'), 'utf8');
  };

  // A screen of settings.
  await writeBuild(path.join(TEAM, '.releases'), build('mypage', '/my-page', '/my-page/settings'));
  await follow(TEAM, [OF_TEAM, 'Publish and promote']);
  expect(await onPage()).toContain('/my-page/settings');

  // A segment for another team.
  const both = build('mypage', '/my-page', '/rooms');
  const less = build('mypage', '/my-page', '/my-page/settings');
  const rooms = build('rooms', '/rooms');
  for (const release of [both, rooms]) await publish(operator, release);
  await follow(OPERATOR, [OF_OPERATOR, 'The operator adds the other name']);
  const { keys = [], parts = [] } = (await stateNow()).teams.pages ?? {};
  const segments = ['/my-page', '/rooms'];
  await operator.operate({ type: 'setTeam', name: 'pages', keys, parts, segments });
  await operator.operate(promotion(both));
  const handed = await obey(
    GUIDE.command('npx --no portal move mypage rooms'),
    rooms.document.version,
    less.document.version,
  );
  expect(handed).toContain(`rooms is now ${rooms.document.version}`);
  const { teams } = await stateNow();
  expect(teams).toMatchObject({
    hotels: { segments: ['/rooms'] },
    pages: { segments: ['/my-page'] },
  });

  // Another name.
  await writeBuild(path.join(TEAM, '.releases'), build('member-page', '/my-page'));
  const renamed = await follow(TEAM, [OF_TEAM, 'The team moves its segments']);
  expect(renamed).toContain('mypage is now not live.');
  const retired = await follow(OPERATOR, [OF_OPERATOR, 'Retire a remote']);
  expect(retired).toContain('rooms is now not live.');
  const page = await onPage();
  expect(page).toContain('/remotes/member-page/');
  expect(page).not.toMatch(/\/remotes\/(mypage|rooms)\//);
  const after = await stateNow();
  expect(Object.keys(after.remotes)).toEqual(['member-page']);
  expect(after.shell).toEqual(shell);
  expect(await obey('npx --no portal verify')).toContain('holds');
  expect(await obey('npx --no portal history --limit 9')).toContain(
    'move /my-page from mypage, which is retired, to member-page',
  );
});
