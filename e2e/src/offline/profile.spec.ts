import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, firefox, type Page } from '@playwright/test';
import { testBrowserOptions } from '@portal/delivery-tools/gate/browser';
import { deviceCodeText, grantInPeriod, signedMessage } from '@portal/shared-contract/device-codes';
import { firefoxOfMachine, typeIntoFields } from '../engines/firefox.ts';
import { turnstile } from '../passports/turnstile.ts';
import { localePath, translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { createMember, type Member, nameOf } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { buyPassport } from '../support/passports.ts';
import { type ProfileFindings, searchProfile } from '../support/profile-files.ts';
import { sessionOf } from '../support/session.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
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

/** A turnstile code of this moment, made with what was found. */
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
      const proof = sign('sha256', signedMessage(signed), { key, dsaEncoding: 'ieee-p1363' });
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

  // While the member is signed in, the files are worth what the unlocked phone is (decision 0064).
  const before = await searchProfile(profile, secrets);
  const codes = codeOf(before);
  const accepted = await Promise.all(codes.map((code) => turnstile(portal, '--offline', code)));
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

/** For a browser without Storage Buckets: whether the passes are kept, with the key of the device. */
const HAS_KEPT_PASSES = `(async () => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'portal-kept')) return false;
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const kept = await result(indexedDB.open('portal-kept'));
  try {
    const [store] = kept.objectStoreNames;
    return Boolean(store && (await result(kept.transaction(store).objectStore(store).get('record')))?.deviceKey);
  } finally {
    kept.close();
  }
})()`;

// @proves 14.510
test('the same in Firefox, where this machine has it', PROOF, async ({ portal }) => {
  const options = firefoxOfMachine();
  // biome-ignore lint/suspicious/noSkippedTests: where there is no Firefox it says so
  test.skip(!options, 'There is no Firefox on this machine, so that its files were not searched.');
  const open = async () => {
    const context = await firefox.launchPersistentContext(profile, {
      ...options,
      // What was typed into fields is remembered by the browser itself, for a member who lets it.
      firefoxUserPrefs: { ...options?.firefoxUserPrefs, 'browser.formfill.enable': false },
      baseURL: portal.portal,
      locale: 'en-US',
      viewport: PHONE.viewport,
      serviceWorkers: 'allow',
    });
    const page = context.pages()[0] ?? (await context.newPage());
    typeIntoFields(page.locator('input'));
    await page.goto('/en/my-page');
    return { context, page };
  };
  // The second step confirms the browser, which gets no key of a device before.
  const names = { lastName: 'Ayanokoji', firstName: 'Hiromi' };
  const member = await createMember(portal, { ...names, mfaEnabled: true });
  const { api } = await sessionOf(portal, member);
  const { id } = await buyPassport(api);
  expect(await turnstile(portal, '--paid', id)).toContain('Done');

  const first = await open();
  await signInAtProvider(first.page, member, 'en');
  await first.page.locator('#code').fill(await codeSentTo(portal, member.email));
  await expectGreeting(first.page, member, 'en');
  await expect.poll(() => first.page.evaluate<boolean>(HAS_KEPT_PASSES)).toBe(true);
  await first.context.close();
  const secrets = await secretsOf(member, portal);
  // That of the browser, and that of the device.
  expect((await searchProfile(profile, secrets)).privateKeys.length).toBeGreaterThan(1);

  const second = await open();
  await expectGreeting(second.page, member, 'en');
  await second.page.getByRole('button', { name: 'Menu' }).click();
  await second.page.getByRole('button', { name: 'Sign out' }).last().click();
  await second.page.waitForURL((url) => url.pathname === '/en');
  await second.page.getByRole('heading', { level: 1 }).waitFor();
  await second.context.close();
  expect(await searchProfile(profile, secrets)).toEqual({
    texts: [],
    privateKeys: [],
    decrypted: [],
  });
});
