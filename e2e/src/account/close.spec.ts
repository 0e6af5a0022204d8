import { violations } from '../support/axe.ts';
import { DEMO_MEMBER } from '../support/members.ts';
import { choice, expectHeading, expectText, link, press } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { confirmByCode } from './actions.ts';

// @proves 1.6 3.26 10.23 12.33 12.35 12.36
test('a closed account is closed everywhere', async ({ page, context, portal, member, errors }) => {
  // A proof is wanted first, and a closed account is refused at sign-in (403); so is a check that
  // was under way (400, 401).
  errors.allow(/status of (400|401|403)/);
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, member);
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await otherTab.getByRole('heading', { level: 1 }).waitFor();

  await page.goto('/account/delete');
  await choice(on, 'I no longer need it').check();
  await press(on, 'Go on to confirm');
  await page.waitForURL('**/account/delete/confirm');
  await press(on, 'Close my account');
  await confirmByCode(on, portal, member.email);

  for (const tab of [page, otherTab]) {
    await expectHeading({ page: tab, locale: 'ja' }, 'This account has been cancelled');
    expect(await storedTokens(tab)).toEqual([null, null, null]);
  }
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/**`);
  await signInAtProvider(page, member);
  await page.locator('#password').waitFor({ state: 'detached' });
  await expect(page).toHaveURL(new RegExp(`^${portal.idp}`));
});

// @proves 12.34
test('an account with a live passport cannot be closed, and the page links to the passport', async ({
  page,
  portal,
  errors,
}) => {
  errors.allow(/status of 422/);
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, DEMO_MEMBER);
  await page.goto('/account/delete');
  await choice(on, 'I no longer need it').check();
  await press(on, 'Go on to confirm');
  await press(on, 'Close my account');
  await expectText(
    on,
    'You still have a passport that can be used. Please cancel it, or wait until it ends, before you close your account.',
  );
  expect(await violations(page)).toEqual([]);
  await link(on, 'See my passports').click();
  await page.waitForURL('**/my-page');
  await expectGreeting(page, DEMO_MEMBER);
});
