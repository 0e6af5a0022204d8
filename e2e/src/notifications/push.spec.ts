import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { isPushService, PUSH_SERVICES } from '@portal/server-testing/push-service';
import { serverText } from '@portal/server-testing/texts';
import { todayInJapan } from '@portal/shared-contract';
import { turnstile } from '../passports/turnstile.ts';
import { violations } from '../support/axe.ts';
import { browserOptions } from '../support/browser.ts';
import { type CloudMessaging, startCloudMessaging } from '../support/cloud-messaging.ts';
import { translate } from '../support/labels.ts';
import { ask, memberApi } from '../support/member-api.ts';
import { nameOf, sendReminders } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import { signIn } from '../support/sign-in.ts';
import { test as base, expect, PHONE, PROOF } from '../support/test.ts';
import { needsWholeBrowser } from '../support/whole-browser.ts';

const locale = 'ja' as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A push service, and a portal that sends to it. */
const test = base.extend<object, { readonly messaging: CloudMessaging }>({
  messaging: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const messaging = await startCloudMessaging();
      await use(messaging);
      await messaging.close();
    },
    { scope: 'worker' },
  ],
  ownPortal: [
    async ({ messaging }, use) => use({ env: { PUSH_SERVICES: messaging.host } }),
    { scope: 'worker' },
  ],
});
test.describe.configure({ timeout: 120_000 });
needsWholeBrowser(test);

// @proves 15.35 15.37 14.170
test(
  `a member allows push messages, and the browser decrypts a reminder and shows it`,
  PROOF,
  async ({ portal, member, messaging, errors }) => {
    // A window without a trace has no push messages, and each context of Playwright is one.
    const profile = await mkdtemp(join(tmpdir(), 'portal-push-'));
    const options = browserOptions();
    const context = await chromium.launchPersistentContext(profile, {
      ...options,
      ...PHONE,
      args: [...(options.args ?? []), ...messaging.browserArgs],
      baseURL: portal.portal,
      locale: 'ja-JP',
      serviceWorkers: 'allow',
    });
    try {
      await errors.watch(context);
      // The browser loads the icons of the app, and the test goes on to another page.
      errors.allow(/icon from the Manifest/);
      const page = await context.newPage();
      await signIn(page, member);
      // Any other browser would be the member's second, which may not buy.
      const api = await memberApi(page, portal);
      await ask(api, 'PUT', '/me', { locale });
      const { id } = await buyPassport(api, {
        start: todayInJapan(new Date(Date.now() + DAY_MS)),
      });
      expect(await turnstile(portal, '--paid', id)).toContain('Done');
      await page.evaluate(() => navigator.serviceWorker.ready);

      await page.goto('/account/settings#reminders');
      const turnOn = page.getByRole('button', {
        name: translate(locale, 'Show the reminders on this device'),
      });
      await turnOn.waitFor();
      expect(await page.evaluate(() => Notification.permission)).not.toBe('granted');
      await context.grantPermissions(['notifications'], { origin: portal.portal });
      await sendToThisMachine(page, messaging);
      await turnOn.click();
      await expect(
        page.getByText(translate(locale, 'This device shows the reminders.')),
      ).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await sendReminders(portal);
      await expect.poll(() => shownNotifications(page)).toHaveLength(1);
      const [shown] = await shownNotifications(page);
      expect(shown).toEqual({
        title: serverText(locale, 'Your passport is valid from tomorrow'),
        body: serverText(locale, 'You can see it in the portal.'),
        lang: locale,
        data: { url: '/my-page' },
      });
      const words = JSON.stringify(shown);
      for (const own of [id, member.email, nameOf(member, locale), member.lastName]) {
        expect(words).not.toContain(own);
      }
      // What the push service has seen of it can be read by the browser alone.
      const last = messaging.delivered.at(-1)?.toString('utf8') ?? '';
      expect(last).not.toContain(shown?.title);
      expect(last).not.toContain('/my-page');
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  },
);

/**
 * Lets the server find the push service. Chromium makes addresses at Google's, whatever service it talks to.
 */
async function sendToThisMachine(page: Page, messaging: CloudMessaging): Promise<void> {
  await page.route('**/me/push-subscription', async (route) => {
    const body = route.request().postDataJSON();
    // A portal with the list of services that it comes with would take it as it is.
    expect(isPushService(body.endpoint, PUSH_SERVICES), body.endpoint).toBe(true);
    const endpoint = messaging.addressOf(body.endpoint);
    await route.continue({ postData: JSON.stringify({ ...body, endpoint }) });
  });
}

/** The notifications of the portal that the device shows. */
const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, lang, data }) => ({ title, body, lang, data }));
  });
