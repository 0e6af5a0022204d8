import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openGuide } from '@portal/server-testing/guide';
import { openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import { proofTest as it } from '@portal/server-testing/proofs';
import {
  OPERATOR_TOKEN,
  pageConfiguration,
  promotion,
  publish,
} from '@portal/server-testing/releases/page-setting';
import { operatorOf, tokenOf } from '@portal/server-testing/releases/teams';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { repositoryFiles } from '../new-remote/new-remote.ts';
import { writeBuild } from './testing/built-release.ts';
import { makeShownShell } from './testing/shown-shell.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const GUIDE = openGuide('docs/releases.md');
const REPOSITORY = path.join(import.meta.dirname, '../../../..');
const MAIN = path.join(import.meta.dirname, 'main.ts');
const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-guide-'));
const [TEAM, OPERATOR, BIN, STORE] = ['team', 'operator', 'bin', 'store'].map((name) =>
  path.join(ROOT, name),
) as [string, string, string, string];

let token: string;
let portal: TestPortal;
beforeAll(async () => {
  for (const folder of [TEAM, OPERATOR, BIN]) mkdirSync(folder);
  portal = await startTestPortal(STORE);
  token = await tokenOf(portal.server, 'pages');
  // What `npm run` finds in a clone whose packages are installed. server/main/src/commands has the tests of `staff`.
  writeFileSync(
    path.join(BIN, 'npm'),
    `#!/bin/sh
[ "$1 $2 $3 $4" = "run -s staff --" ] && shift 4 && echo "staff $*" && exit
[ "$1 $2 $3 $4" = "run -s portal --" ] && shift 4 && exec "${process.execPath}" "${MAIN}" "$@"
`,
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
    TOKEN: cwd === TEAM ? token : OPERATOR_TOKEN,
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
async function ofRepository(): Promise<string> {
  const names = {
    name: 'mypage',
    path: '/my-page',
    title: 'Pages',
    titleJa: 'ページ',
    team: 'pages',
  };
  return (await repositoryFiles(names))['.github/workflows/release.yml'] ?? '';
}

/** The commands of a pipeline's job, in their order. */
const commandsOf = (pipeline: string, job: string): readonly string[] =>
  [
    ...(new RegExp(`^ {2}${job}:\\n(.*?)(?=^ {2}\\S|$(?![\\s\\S]))`, 'ms')
      .exec(pipeline)?.[1]
      ?.matchAll(/^ +(?:- )?run: (.+)$/gm) ?? []),
  ].map(([, command = '']) => command);

const SETTINGS = 'The settings';

// These tests start many commands.
// @proves 7.159 7.789
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

  const taken = await run(OPERATOR, 'The operator takes a token');
  expect(taken).toContain('staff add Ada --scopes release --team operator');
  const letIn = await run(OPERATOR, SETTINGS, 'The operator lets a team in');
  expect(letIn).toContain('The team pages may release mypage, with routes below /my-page.');

  expect(letIn).toContain('staff add The pipeline of pages --scopes release --team pages');

  const first = await build('first');
  const checked = await run(TEAM, SETTINGS, 'Check it in a browser');
  expect(checked).toContain(`mypage ${first} passes the gate; 2 routes came up in the browser.`);
  expect(await run(TEAM, SETTINGS, 'Publish and promote')).toContain(
    `mypage is now ${first} since`,
  );
  const second = await build('second');
  const tried = await run(TEAM, SETTINGS, 'Try it with some members first');
  expect(tried).toContain(`canary ${second} for 10 %`);
  expect(tried).toContain(`canary ${second} for 50 %`);
  expect(tried).toContain(`mypage is now ${second} since`);
  expect(await run(TEAM, SETTINGS, 'Go back')).toContain(`mypage is now ${first} since`);
  const off = await run(TEAM, SETTINGS, 'Switch a remote off');
  expect(off).toMatch(/switched off since .+: The list of passports shows the wrong hotel\./);
  const looked = await run(TEAM, SETTINGS, 'What is live, and who changed it');
  expect(looked).toMatch(/^http.+: entry 11,/);
  expect(looked).toMatch(/ {4}7 {2}.+Z {2}pages +pages +promote mypage .+, canary for 50 %/);
  const clean = await run(OPERATOR, SETTINGS, 'See what may go, and remove it');
  expect(clean.match(/Everything in the store is in use or young\./g)).toHaveLength(2);

  const grown = await build('growing');
  const growing = await run(TEAM, SETTINGS, 'Let it grow by itself');
  expect(growing).toContain(`canary ${grown} for 5 %, then 25 %`);

  const previewed = await run(TEAM, SETTINGS, 'Show a version to others');
  expect(previewed).toContain(`${portal.url}/preview#token=`);
  expect(previewed).toMatch(/\npreviews\n {2}pr-12 {2}mypage .+ until .+Z\n/);
  expect(previewed).toContain('The preview pr-12 has ended.');

  const rooms = makeRelease('rooms', 'rooms', ['/rooms']);
  await publish(operator, rooms);
  await operator.operate(promotion(rooms));
  const retired = await run(OPERATOR, SETTINGS, 'Retire a remote');
  expect(retired).toContain('rooms is now not live.');

  // By e2e/src/delivery/kit.spec.ts.
  const byOthers = ['Run it in the shell that is live'];
  const left = GUIDE.headings.filter((heading) => !done.has(heading));
  expect(left).toEqual(byOthers);
});

// @proves 7.229
it('the commands of the CI example release a part, with the token from a secret', async () => {
  const job = path.join(ROOT, 'job');
  mkdirSync(job);
  const operator = operatorOf(portal.server);
  const [install = '', browser, build, gate, ...release] = commandsOf(CI_EXAMPLE, 'publish');
  for (const file of install.split(' ').slice(1)) {
    expect(existsSync(path.join(REPOSITORY, file))).toBe(true);
  }
  expect(browser).toContain('playwright-core install');
  expect([build, gate]).toEqual([
    GUIDE.command('npm run -s portal -- build mypage'),
    'npm run -s portal -- gate mypage',
  ]);
  const version = await writeBuild(
    path.join(job, '.releases'),
    makeRelease('mypage', 'from CI', ['/my-page']),
  );
  // The guide has passed the gate.
  await operator.operate({ type: 'passGate', part: 'mypage', version });
  const output = path.join(job, 'output');
  writeFileSync(output, '');
  const settings = { PORTAL_URL: portal.url, PORTAL_TOKEN: token, GITHUB_OUTPUT: output };
  await runShell(job, release.join('\n'), settings);
  expect(readFileSync(output, 'utf8')).toBe(`version=${version}\n`);
  const [, promote = ''] = commandsOf(CI_EXAMPLE, 'promote');
  const out = await runShell(job, promote, { ...settings, VERSION: version });
  expect(out).toContain(`mypage is now ${version} since`);
});

// @proves 7.790
it.each([
  ['the CI example', async () => CI_EXAMPLE],
  ['a repository of its own', ofRepository],
])('the pipeline of %s shows a pull request at one address, and ends it', async (_, read) => {
  const pipeline = await read();
  const job = mkdtempSync(path.join(ROOT, 'preview-'));
  const [, name = ''] = /^ +PREVIEW: (.+)$/m.exec(pipeline) ?? [];
  const output = path.join(job, 'output');
  const environment = {
    PORTAL_URL: portal.url,
    PORTAL_TOKEN: token,
    PREVIEW: name.replace(/\$\{\{.+\}\}/, '12'),
    GITHUB_OUTPUT: output,
  };
  const run = (of: string) => {
    const known =
      /^(node scripts\/install\.mjs|npm ci|npm run -s portal -- build mypage|npm run build)$/;
    const commands = commandsOf(pipeline, of).filter((command) => !known.test(command));
    return runShell(job, commands.join('\n'), environment);
  };
  const previews = async () => (await operatorOf(portal.server).lastEntry())?.state.previews;
  const addresses: string[] = [];
  for (const content of ['a pull request', 'another push to it']) {
    const release = makeRelease('mypage', `${content} ${job}`, ['/my-page']);
    const version = await writeBuild(path.join(job, '.releases'), release);
    writeFileSync(output, '');
    await run('preview');
    addresses.push(readFileSync(output, 'utf8'));
    expect((await previews())?.['mypage-pr-12']?.parts.mypage?.version).toBe(version);
  }
  expect(addresses[0]).toMatch(`address=${portal.url}/preview#token=`);
  expect(addresses[1]).toBe(addresses[0]);
  expect(await run('preview-end')).toContain('The preview mypage-pr-12 has ended.');
  expect(await previews()).toBeUndefined();
});

/** A command in a sentence of the guide, with the settings of the operator. */
function obey(command: string, ...versions: readonly string[]): Promise<string> {
  const rest = [...versions];
  const filled = command.replaceAll('<version>', () => rest.shift() ?? '').replace(/ …$/, '');
  const settings = GUIDE.commands(SETTINGS).replaceAll('https://portal.example', portal.url);
  return runShell(OPERATOR, `${settings}\n${filled}`, { TOKEN: OPERATOR_TOKEN });
}

// @proves 7.159
it('the commands in the sentences of the guide work', async () => {
  expect(await obey(GUIDE.command('npm run -s portal -- --help'))).toContain('promote');
  expect(await obey(GUIDE.command('npm run -s portal -- promote --help'))).toContain('--share');
  const account = makeRelease('account', 'previewed');
  await publish(operatorOf(portal.server), account);
  const preview = await obey(
    GUIDE.command('npm run -s portal -- preview'),
    account.document.version,
  );
  expect(preview).toContain('/preview#token=');
  await obey(GUIDE.command('npm run -s portal -- team set pages'));
  expect(await obey('npm run -s portal -- status')).not.toContain('pages');
});

// @proves 7.650
it('a screen that is added, and a remote that goes, need no release of the shell', async () => {
  const operator = operatorOf(portal.server);
  const shell = (await operator.lastEntry())?.state.shell;
  await follow(OPERATOR, [SETTINGS, 'The operator lets a team in']);
  const row = { files: [], guard: 'public' as const, layout: 'default' as const };
  const menu = { ja: '設定', en: 'Settings' };
  const rows = { '/my-page': row, '/my-page/settings': { ...row, menu } };
  const release = makeRelease('mypage', 'settings', ['/my-page'], { rows });
  const configuration = await operator.uploadConfiguration(pageConfiguration());
  await operator.operate({ type: 'configure', configuration });
  const pages = await openTestPageListener(portal.server);
  const version = await writeBuild(path.join(TEAM, '.releases'), release);
  await operator.operate({ type: 'passGate', part: 'mypage', version });
  await follow(TEAM, [SETTINGS, 'Publish and promote']);
  await pages.until(({ body }) => body.includes('/my-page/settings'), '/my-page');
  const rooms = makeRelease('rooms', 'rooms', ['/rooms']);
  await publish(operator, rooms);
  await operator.operate(promotion(rooms));
  await pages.until(({ status }) => status === 200, '/rooms');
  await follow(OPERATOR, [SETTINGS, 'Retire a remote']);
  await pages.until(({ status }) => status === 404, '/rooms');
  await pages.close();
  expect((await operator.lastEntry())?.state.shell).toEqual(shell);
});
