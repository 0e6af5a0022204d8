import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type Page, request } from '@playwright/test';
import { openGuide } from '@portal/server-testing/guide';
import { dataOf } from '@portal/server-testing/page/open-page-listener';
import { onboardingActions, PASSWORD } from '../onboarding/actions.ts';
import { type Member, uniqueEmail } from '../support/members.ts';
import { REMOTES } from '../support/routes.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { test as base, expect, PHONE } from '../support/test.ts';
import { type ComposeProject, createComposeProject } from './compose-project.ts';

// What the README and docs/operations.md say about containers, on an engine of Docker: `npm run proofs -- docker`.

/** Its last command builds and starts everything. */
const START = `${openGuide('README.md').commands('With Docker').trim()} --detach`;
const OPERATIONS = openGuide('docs/operations.md');
/** The first builds install all packages. */
const BUILT_WITHIN_MS = 25 * 60_000;
/** Of the fixtures, without a build. */
const PREPARED_WITHIN_MS = 5 * 60_000;
const EDGE_FOLLOWS_WITHIN_MS = 60_000;
const SERVICES = ['postgres', 'mail', 'migrate', 'server', 'release', 'files', 'edge'] as const;
const KEYS = 'cookie_keys secret_keys signing_keys turnstile_keys vapid_keys';

type WorkerFixtures = {
  readonly project: ComposeProject;
  /** The page of a browser that is never closed. */
  readonly kept: { page: Page | undefined };
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
        operator: { PORT_BASE: '', DATA_DIR: '', PORTAL_TOKEN: '' },
      }),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  kept: [async ({}, use) => use({ page: undefined }), { scope: 'worker' }],
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
test('the commands of the README end with a visitor who signs up, signs in in another browser, and is there after the next start', async ({
  project,
  portal,
  kept,
  visitor,
  browser,
  newBrowser,
}) => {
  await project.run(START);
  await released(project);
  kept.page = await (await browser.newContext({ ...PHONE, baseURL: portal.portal })).newPage();
  const actions = onboardingActions(kept.page, portal, 'ja');
  await kept.page.goto('/signup');
  await actions.link('Sign up by email').click();
  await actions.heading('Your email address');
  await actions.askForSignUpCode(visitor.email);
  await actions.enterCode(await codeMailedTo(project, visitor.email));
  await actions.heading('Choose your password');
  await kept.page.locator('#field-password').fill(PASSWORD);
  await actions.press('Create the account');
  await actions.fillInDetails();
  await actions.press('Register');
  await actions.heading('Welcome!');
  const other = await newBrowser(PHONE);
  await signIn(await other.newPage(), visitor);
  await other.close();

  await project.run('docker compose down');
  await project.run(`${OPERATIONS.command('docker compose up --build')} --detach`);
  await released(project);
  await expectGoesOn(kept.page, visitor, browser);
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
  await project.run('docker compose down --volumes');
  await project.run(OPERATIONS.commands('Restore into empty containers'), files);
  await released(project);
  await expectGoesOn(kept.page, visitor, browser);
});

// @proves 16.853
test('all keys are replaced in running containers, twice, and no member is signed out', async ({
  project,
  kept,
  visitor,
  browser,
}) => {
  const restart = () => project.run(OPERATIONS.commands('Restart the containers of the server'));
  for (let round = 1; round <= 2; round += 1) {
    const keysBefore = readKeys(project);
    for (const heading of ['Add new keys', 'Use the new keys']) {
      await project.run(OPERATIONS.commands(heading), { KEYS });
      await restart();
      await expectGoesOn(kept.page, visitor, browser);
    }
    expect(await project.run(OPERATIONS.commands('Seal again in containers'))).toMatch(
      /^Sealed again with the first key: \d+\.\n/,
    );
    // As if all times of the table had passed.
    await project.run(OPERATIONS.commands('Remove the old keys'), { KEYS });
    await restart();
    await expectGoesOn(kept.page, visitor, browser);
    const keysNow = readKeys(project);
    for (const [at, keys] of keysNow.entries()) expect(keys).not.toBe(keysBefore[at]);
  }
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
  await released(project, origins.PORTAL_ORIGIN);
  const context = await newBrowser({ ignoreHTTPSErrors: true, baseURL: origins.PORTAL_ORIGIN });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).protocol).toBe('https:');
});

/** Waits until what the images have built is live: `release` has ended, after the last start of the servers. */
async function released(project: ComposeProject, origin = project.portal): Promise<void> {
  const state = async () => {
    const [release] = await project.containersOf('release').catch(() => []);
    const servers = await project.containersOf('server').catch(() => []);
    const isNew = servers.every(({ State }) => State.StartedAt < (release?.State.StartedAt ?? ''));
    const all = servers.length > 0 && servers.every(({ State }) => State.Status === 'running');
    return all && isNew && `${release?.State.Status} ${release?.State.ExitCode}`;
  };
  await expect.poll(state, { intervals: [1_000], timeout: BUILT_WITHIN_MS }).toBe('exited 0');
  const client = await request.newContext({ ignoreHTTPSErrors: true });
  // A server answers with the page of before until it has composed the next one.
  const isWhole = () =>
    client.get(origin).then(
      async (answer) => {
        const { config, areas = '' } = dataOf({ body: await answer.text() }) ?? {};
        const isOwn = config?.idp.redirectUri === `${origin}/callback`;
        return isOwn && REMOTES.every((name) => areas.includes(name));
      },
      () => false,
    );
  await expect.poll(isWhole, { timeout: EDGE_FOLLOWS_WITHIN_MS }).toBe(true);
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

const readKeys = ({ folder }: ComposeProject): string[] =>
  KEYS.split(' ').map((name) => readFileSync(path.join(folder, '.data/secrets', name), 'utf8'));
