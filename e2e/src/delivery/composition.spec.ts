import type { Page } from '@playwright/test';
import { onboardingActions, PASSWORD } from '../onboarding/actions.ts';
import { goToCheck } from '../passports/purchase-actions.ts';
import { expect, needsNginx, test } from '../support/composition.ts';
import { translate } from '../support/labels.ts';
import { uniqueEmail } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { codeSentTo } from '../support/outbox.ts';
import { main } from '../support/page-actions.ts';
import { signIn } from '../support/sign-in.ts';
import { PHONE, PROOF } from '../support/test.ts';

// One after the other, in front of one composition.
test.describe.configure({ mode: 'default', timeout: 180_000 });
needsNginx();
test.use(PHONE);

/** Collects every answer of the portal and the provider that says that a server failed. */
function watchFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  return failures;
}

// @proves 16.97
test(
  'a visitor signs up, signs in in another browser, reads a notification and buys a passport',
  PROOF,
  async ({ page, portal, newBrowser }) => {
    const failures = watchFailures(page);
    const email = uniqueEmail('composition');
    const actions = onboardingActions(page, portal, 'ja');
    await page.goto('/signup');
    const [hop] = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => (entry as PerformanceNavigationTiming).nextHopProtocol),
    );
    expect(hop, 'HTTP/2').toBe('h2');
    await actions.link('Sign up by email').click();
    await actions.heading('Your email address');
    await actions.askForSignUpCode(email);
    await actions.enterCode(await codeSentTo(portal, email));
    await actions.heading('Choose your password');
    await page.locator('#field-password').fill(PASSWORD);
    await actions.press('Create the account');
    await actions.fillInDetails();
    await actions.press('Register');
    await actions.heading('Welcome!');

    const context = await newBrowser({ ...PHONE, ignoreHTTPSErrors: true });
    const again = await context.newPage();
    const more = watchFailures(again);
    const member = {
      email,
      password: PASSWORD,
      lastName: '桜井',
      firstName: 'さくら',
      emailVerified: true,
    };
    await signIn(again, member);
    const [id = ''] = await sendNotifications(portal, email, [{ title: 'ようこそ' }]);
    await again.goto(`/my-page/notifications/${id}`);
    await again.getByRole('heading', { level: 1, name: 'ようこそ' }).waitFor();
    await goToCheck({ page: again, locale: 'ja' });
    await again.locator('input[value=counter]').check({ force: true });
    await again.getByRole('button', { name: /購入する$/ }).click();
    await expect(
      main({ page: again }).getByText(translate('ja', 'We have your order')),
    ).toBeVisible();
    expect([...failures, ...more]).toEqual([]);
  },
);
