import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { testBrowserOptions } from '@portal/delivery/browser';
import { deviceCodeText, grantInPeriod, proofMessage } from '@portal/shared-contract/device-codes';
import { gate } from '../passports/gate.ts';
import { firefoxPath, openFirefox } from '../support/firefox.ts';
import { localePath, translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { createMember, type Member, nameOf } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import { type ProfileFindings, searchProfile } from '../support/profile-files.ts';
import { sessionOf } from '../support/session.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';
import { visitHome } from './actions.ts';

// Each opens a browser with a profile of its own, and none shares the test's browser.
test.describe.configure({ timeout: 120_000 });

let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

/** The browser with the profile, until it is closed. */
async function openBrowser(baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...testBrowserOptions(),
    ...PHONE,
    baseURL,
    locale: 'ja-JP',
    serviceWorkers: 'allow',
  });
  return { context, page: await context.newPage() };
}

/** What the files must not tell of a member. */
async function secretsOf(member: Member, portal: Parameters<typeof sessionOf>[0]) {
  const { api, state } = await sessionOf(portal, member);
  const { data } = await ask(api, 'GET', '/passports?page=1&limit=1');
  const photo = Buffer.from(
    await (await fetch(new URL(data[0].photo, portal.portal))).arrayBuffer(),
  );
  const stored = state.origins[0]?.localStorage ?? [];
  const middle = Math.floor(photo.length / 2);
  return {
    subject: stored.find(({ name }) => name === 'oneid_user_id')?.value ?? '',
    texts: {
      'last name': member.lastName ?? '',
      'first name': member.firstName ?? '',
      'e-mail address': member.email,
      photo: photo.subarray(middle, middle + 48),
    },
  };
}

/** A gate code of this moment, made with what was found. */
function codeOf({ decrypted, privateKeys }: ProfileFindings): string[] {
  const grants = decrypted.flatMap((text) => [...text.matchAll(/"grant":"([\w-]+)"/g)]);
  const period = Math.floor(Date.now() / 30_000);
  return grants.flatMap(([, grant = '']) =>
    privateKeys.map((scalar) => {
      const ecdh = createECDH('prime256v1');
      ecdh.setPrivateKey(Buffer.from(scalar, 'base64url'));
      const point = ecdh.getPublicKey();
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
        half.toString('base64url'),
      );
      const jwk = { kty: 'EC', crv: 'P-256', d: scalar, x, y };
      const key = createPrivateKey({ format: 'jwk', key: jwk as never });
      const signed = grantInPeriod(Buffer.from(grant, 'base64url'), period);
      const proof = sign('sha256', proofMessage(signed), { key, dsaEncoding: 'ieee-p1363' });
      return deviceCodeText(signed, proof);
    }),
  );
}

// @proves 14.164 14.510
test('in the files of a browser that was closed after a sign-out is no name, no photo and no key', async ({
  portal,
}) => {
  const member = await createMember(portal, { lastName: '綾小路', firstName: '比呂美' });
  const first = await openBrowser(portal.portal);
  await visitHome(first.page, portal, member);
  await first.context.close();
  const secrets = await secretsOf(member, portal);

  // While the member is signed in, the files are worth what the unlocked phone is (decision 0069).
  const before = await searchProfile(profile, secrets);
  const codes = codeOf(before);
  const accepted = await Promise.all(codes.map((code) => gate(portal, '--offline', code)));
  expect(accepted.some((answer) => answer.startsWith('VALID'))).toBe(true);
  expect(before.decrypted.join()).toContain(member.lastName);

  const second = await openBrowser(portal.portal);
  await second.page.goto('/my-page');
  await expect(second.page.getByText(nameOf(member, 'ja')).first()).toBeVisible();
  await second.page.getByRole('button', { name: translate('ja', 'Menu') }).click();
  await second.page
    .getByRole('button', { name: translate('ja', 'Sign out') })
    .last()
    .click();
  await second.page.waitForURL((url) => url.pathname === localePath('ja', '/'));
  await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible();
  await second.context.close();
  expect(await searchProfile(profile, secrets)).toEqual({
    texts: [],
    privateKeys: [],
    decrypted: [],
  });
});

// @proves 14.510
test('the same in Firefox, where this machine has it', PROOF, async ({ portal }) => {
  const program = firefoxPath();
  // biome-ignore lint/suspicious/noSkippedTests: where there is no Firefox it says so
  test.skip(!program, 'There is no Firefox on this machine, so that its files were not searched.');
  const member = await createMember(portal, { lastName: 'Ayanokoji', firstName: 'Hiromi' });
  const { api } = await sessionOf(portal, member);
  const { id } = await buyPassport(api);
  expect(await gate(portal, '--paid', id)).toContain('Done');

  const first = await openFirefox(program ?? '', profile);
  await first.goto(`${portal.portal}/en/my-page`);
  await first.until("document.querySelector('input[type=password]')");
  await first.run(`
    document.querySelector('input[name=email]').value = ${JSON.stringify(member.email)};
    document.querySelector('input[type=password]').value = ${JSON.stringify(member.password)};
    document.querySelector('input[type=password]').form.requestSubmit();
    undefined`);
  await first.until(`document.body.innerText.includes(${JSON.stringify(member.lastName)})`);
  await first.until('navigator.serviceWorker.ready.then(Boolean)');
  await first.goto(`${portal.portal}/en/my-page`);
  await first.until(
    "indexedDB.databases().then((all) => all.some(({ name }) => name === 'portal-kept'))",
  );
  await first.close();
  const secrets = await secretsOf(member, portal);
  // That of the browser, and that of the device.
  expect((await searchProfile(profile, secrets)).privateKeys.length).toBeGreaterThan(1);

  const second = await openFirefox(program ?? '', profile);
  await second.goto(`${portal.portal}/en/my-page`);
  await second.until(`document.body.innerText.includes(${JSON.stringify(member.lastName)})`);
  const button = (name: string) =>
    `[...document.querySelectorAll('button')].findLast((one) => [one.innerText.trim(), one.ariaLabel].includes('${name}'))`;
  await second.until(button('Menu'));
  await second.run(`${button('Menu')}.click()`);
  await second.until(button('Sign out'));
  await second.run(`${button('Sign out')}.click()`);
  await second.until("location.pathname === '/en' || location.pathname === '/en/'");
  await second.until("document.querySelector('h1')");
  await second.close();
  expect(await searchProfile(profile, secrets)).toEqual({
    texts: [],
    privateKeys: [],
    decrypted: [],
  });
});
