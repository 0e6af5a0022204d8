import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type Page, request } from '@playwright/test';
import { openGuide } from '@portal/server-testing/guide';
import { onboardingActions, PASSWORD } from '../onboarding/actions.ts';
import { type Member, uniqueEmail } from '../support/members.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { test as base, expect, PHONE } from '../support/test.ts';
import { type ComposeProject, createComposeProject, type Foreground } from './compose-project.ts';

// What the README and docs/operations.md say about containers, on an engine of Docker: `npm run proofs -- docker`.

const START = openGuide('README.md').commands('With Docker');
const OPERATIONS = openGuide('docs/operations.md');
/** The first builds install all packages. */
const BUILT_WITHIN_MS = 25 * 60_000;
/** Of the fixtures, without a build. */
const PREPARED_WITHIN_MS = 5 * 60_000;
const EDGE_FOLLOWS_WITHIN_MS = 60_000;
const LARGEST_IMAGE = 250_000_000;
const SERVICES = ['postgres', 'mail', 'migrate', 'server', 'release', 'files', 'edge'] as const;
const KEYS =
  'cookie_keys secret_keys operator_keys signing_keys turnstile_keys vapid_keys release_log_keys';

type WorkerFixtures = {
  readonly project: ComposeProject;
  /** A browser that is never closed, and what runs in the terminal. */
  readonly kept: { page: Page | undefined; terminal: Foreground | undefined };
  readonly visitor: Member;
};

const test = base.extend<object, WorkerFixtures>({
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const project = await createComposeProject();
      try {
        await use(project);
      } finally {
        await project.remove();
      }
    },
    { scope: 'worker', timeout: PREPARED_WITHIN_MS },
  ],
  portal: [
    async ({ project: { portal, idp, mails } }, use) =>
      use({
        portal,
        idp,
        api: `${portal}/api`,
        outbox: mails,
        operator: { PORT_BASE: '', DATA_DIR: '' },
        children: {},
      }),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  kept: [async ({}, use) => use({ page: undefined, terminal: undefined }), { scope: 'worker' }],
  visitor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) =>
      use({
        email: uniqueEmail('docker'),
        password: PASSWORD,
        lastName: '桜井',
        firstName: 'さくら',
        emailVerified: true,
      }),
    { scope: 'worker' },
  ],
});

// Each goes on where the one before has ended.
test.describe.configure({ mode: 'serial', timeout: BUILT_WITHIN_MS });
test.use(PHONE);

// @proves 16.850
test('the commands of the README end with a visitor who signs up, and signs in in another browser', async ({
  project,
  portal,
  kept,
  visitor,
  browser,
  newBrowser,
}) => {
  kept.terminal = project.start(START);
  await released(project, kept.terminal);
  kept.page = await (await browser.newContext({ ...PHONE, baseURL: portal.portal })).newPage();
  const actions = onboardingActions(kept.page, portal, 'ja');
  await kept.page.goto('/signup');
  await actions.link('Sign up by e-mail').click();
  await actions.heading('Your e-mail address');
  await actions.askForSignUpCode(visitor.email);
  await actions.enterCode(await codeMailedTo(project, visitor.email));
  await actions.heading('Choose your password');
  await kept.page.locator('#field-password').fill(PASSWORD);
  await actions.press('Create the account');
  await actions.fillInDetails();
  await actions.press('Register');
  await actions.heading('Welcome!');
  await signIn(await (await newBrowser(PHONE)).newPage(), visitor);
});

// @proves 16.851
test('no container runs as root, writes outside its volumes or holds more than it may', async ({
  project,
}) => {
  for (const service of SERVICES) {
    for (const { Config, HostConfig } of await project.containersOf(service)) {
      expect([service, Config.User]).toEqual([service, expect.stringMatching(/^(?!0|root)./)]);
      expect([service, HostConfig]).toEqual([
        service,
        expect.objectContaining({ ReadonlyRootfs: true, CapDrop: ['ALL'] }),
      ]);
      expect([service, HostConfig.SecurityOpt]).toEqual([service, ['no-new-privileges:true']]);
      expect(HostConfig.Memory, service).toBeGreaterThan(0);
      expect(HostConfig.LogConfig.Config, service).toEqual({ 'max-size': '10m', 'max-file': '5' });
    }
  }
  expect(await project.containersOf('server')).toHaveLength(3);
  const write = `try { require('fs').writeFileSync('/portal/x', ''); } catch ({ code }) { console.log(code); }`;
  expect(await project.run(`docker compose exec -T server node -e "${write}"`)).toBe('EROFS\n');
});

// @proves 16.851 16.857
test('the images are small, and have neither settings nor sources that they do not run, and list their packages', async ({
  project,
}) => {
  for (const service of ['server', 'release']) {
    const [container] = await project.containersOf(service);
    const image = container?.Image ?? '';
    const size = Number(await project.run(`docker image inspect --format '{{.Size}}' ${image}`));
    console.log(`The image ${service} has ${Math.round(size / 1e6)} MB.`);
    expect(size, service).toBeLessThan(LARGEST_IMAGE);
    const list = `console.log(require('fs').readdirSync('/portal', { recursive: true }).join('\\n'))`;
    const files = (await project.run(`docker run --rm ${image} node -e "${list}"`)).split('\n');
    expect(files, service).toContain('sbom.cdx.json');
    expect(files.filter((file) => /(^|\/)(\.env|\.data|\.git)(\/|$)/.test(file))).toEqual([]);
    const ours = files.filter((file) => !file.startsWith('node_modules/'));
    if (service === 'server') {
      expect(ours.filter((file) => /\.test\.ts$|\/testing\/src/.test(file))).toEqual([]);
    } else {
      expect(ours).toEqual(files);
      expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
    }
  }
});

// @proves 16.850
test('after Ctrl-C the same commands start it again', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  await kept.terminal?.interrupt();
  kept.terminal = project.start(OPERATIONS.command('docker compose up --build'));
  await released(project, kept.terminal);
  await expectGoesOn(kept.page, visitor, browser);
});

// @proves 16.850
test('after `docker compose down` they start it with the same data', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  await kept.terminal?.interrupt();
  await project.run('docker compose down');
  kept.terminal = project.start(START);
  await released(project, kept.terminal);
  await expectGoesOn(kept.page, visitor, browser);
});

// @proves 16.852
test('a backup is restored into empty containers, and members go on', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  const files = {
    BACKUP: path.join(project.folder, '../portal.dump'),
    RELEASES: path.join(project.folder, '../releases.tar'),
  };
  await project.run(OPERATIONS.commands('Back up containers'), files);
  await kept.terminal?.interrupt();
  await project.run('docker compose down --volumes');
  await project.run(OPERATIONS.commands('Restore into empty containers'), files);
  await released(project);
  await expectGoesOn(kept.page, visitor, browser);
});

// @proves 16.853
test('all keys are replaced in running containers, and no member is signed out', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  const keysBefore = readKeys(project);
  const restart = () => project.run(OPERATIONS.commands('Restart the containers of the server'));
  for (const heading of ['Add new keys', 'Use the new keys']) {
    await project.run(OPERATIONS.commands(heading), { KEYS });
    await restart();
    await expectGoesOn(kept.page, visitor, browser);
  }
  expect(await project.run(OPERATIONS.commands('Seal again in containers'))).toMatch(
    /^Sealed again with the first key: \d+\.\n/,
  );
  // As if all times of the table had passed; the release log is still read, and its keys stay.
  const removed = KEYS.replace(' release_log_keys', '');
  await project.run(OPERATIONS.commands('Remove the old keys'), { KEYS: removed });
  await restart();
  await expectGoesOn(kept.page, visitor, browser);
  const keysNow = readKeys(project);
  for (const [at, keys] of keysNow.entries()) expect(keys).not.toBe(keysBefore[at]);
});

// @proves 16.854
test('with a certificate nginx itself speaks TLS', async ({ project, newBrowser }) => {
  const tls = path.join(project.folder, '.data/tls');
  mkdirSync(tls, { recursive: true });
  execFileSync('sh', [
    '-ec',
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
      -keyout ${tls}/key.pem -out ${tls}/certificate.pem && chmod 644 ${tls}/key.pem`,
  ]);
  const origins = {
    PORTAL_ORIGIN: project.portal.replace('http:', 'https:'),
    IDP_ORIGIN: project.idp.replace('http:', 'https:'),
  };
  const command = OPERATIONS.command('docker compose -f docker-compose.yml');
  await project.run(`${command} --detach`, origins);
  await released(project, undefined, origins.PORTAL_ORIGIN);
  const context = await newBrowser({ ignoreHTTPSErrors: true, baseURL: origins.PORTAL_ORIGIN });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).protocol).toBe('https:');
});

// @proves 16.850
test('after a change of the code they bring it to the browsers, and keep the data', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  replaceIn(project, 'shell/src/locales/ja.po', '{brand}へようこそ', '{brand}へまたようこそ');
  const forgotten = 'パスワードをお忘れの方';
  replaceIn(project, 'server/platform/src/locales/ja.po', forgotten, `${forgotten}はこちら`);
  kept.terminal = project.start(START);
  await released(project, kept.terminal);
  const page = await browser.newPage({ baseURL: project.portal });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /またようこそ/ }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.getByRole('link', { name: `${forgotten}はこちら` }).waitFor();
  await page.context().close();
  await expectGoesOn(kept.page, visitor, browser);
});

/** Waits until what the images have built is live: `release` has ended, after the last start of the servers. */
async function released(
  project: ComposeProject,
  terminal?: Foreground,
  origin = project.portal,
): Promise<void> {
  // What was there before is not what the terminal starts.
  const since = terminal ? new Date().toISOString() : '';
  const state = async () => {
    const output = terminal?.ended();
    if (output !== undefined) throw new Error(`It has ended:\n${output}`);
    const states = async (service: string) =>
      (await project.containersOf(service).catch(() => [])).map(({ State }) => State);
    const [[release], servers] = await Promise.all([states('release'), states('server')]);
    const isNew =
      release &&
      since < release.StartedAt &&
      servers.every(({ StartedAt }) => StartedAt < release.StartedAt);
    const all = servers.length > 0 && servers.every(({ Status }) => Status === 'running');
    return all && isNew && `${release.Status} ${release.ExitCode}`;
  };
  await expect.poll(state, { intervals: [1_000], timeout: BUILT_WITHIN_MS }).toBe('exited 0');
  const client = await request.newContext({ ignoreHTTPSErrors: true });
  const status = () =>
    client.get(origin).then(
      (answer) => answer.status(),
      () => 0,
    );
  await expect.poll(status, { timeout: EDGE_FOLLOWS_WITHIN_MS }).toBe(200);
  await client.dispose();
}

/** The browser that was signed in still is, and the member signs in in a new one. */
async function expectGoesOn(
  kept: Page | undefined,
  member: Member,
  browser: Browser,
): Promise<void> {
  await kept?.goto('/my-page');
  if (kept) await expectGreeting(kept, member);
  const baseURL = new URL(kept?.url() ?? '').origin;
  const fresh = await browser.newPage({ ...PHONE, baseURL });
  await signIn(fresh, member);
  await fresh.context().close();
}

/** Reads a code from the mail catcher (Mailpit). */
async function codeMailedTo({ mails }: ComposeProject, address: string): Promise<string> {
  const ask = async (at: string) => (await fetch(new URL(at, mails))).json();
  const query = new URLSearchParams({ query: `to:"${address}"` });
  let code = '';
  await expect
    .poll(async () => {
      const { messages } = await ask(`/api/v1/search?${query}`);
      const { Text = '' } = messages[0] ? await ask(`/api/v1/message/${messages[0].ID}`) : {};
      code = /\b\d{6}\b/.exec(Text)?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

function replaceIn({ folder }: ComposeProject, name: string, find: string, by: string): void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text.split(find), name).toHaveLength(2);
  writeFileSync(file, text.replace(find, by));
}

const readKeys = ({ folder }: ComposeProject): string[] =>
  KEYS.split(' ').map((name) => readFileSync(path.join(folder, '.data/secrets', name), 'utf8'));
