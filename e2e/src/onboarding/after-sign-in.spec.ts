import { violations } from '../support/axe.ts';
import { createMember, OLD_TERMS, outdateTerms } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { expectHeading, field, main, press } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { onboardingActions } from './actions.ts';

const locale = 'ja' as const;

test.use(PHONE);

// @proves 1.10 2.34 12.46
test('a sign-in asks for new terms once, and agreeing leads to the page that was asked for', async ({
  page,
  portal,
}) => {
  const member = await createMember(portal, { termsAcceptedVersion: OLD_TERMS });
  const { heading, press } = onboardingActions(page, portal, locale);
  await page.goto('/account/settings');
  await signInAtProvider(page, member);
  await heading('The terms of service have changed');
  expect(new URL(page.url()).origin).toBe(portal.idp);
  expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await press('Agree and continue');
  await page.waitForURL(`${portal.portal}/account/settings`);
});

// @proves 2.33 2.63 8.63 12.46
test('terms that change during a session are asked for, and what was typed is kept', async ({
  page,
  portal,
  errors,
}) => {
  errors.allow(/403/);
  const member = await createMember(portal);
  const on = { page, locale };
  const street = '千代田1-77';
  await startSession(page, portal, member);
  await page.goto('/account/edit');
  await field(on, 'Street address').fill(street);
  await press(on, 'Check the changes');
  await expectHeading(on, 'Check the changes');

  await outdateTerms(portal, member);
  await press(on, 'Save');
  await page.waitForURL(`${portal.portal}/verify-term`);
  await expectHeading(on, 'The terms of service have changed');
  expect(await violations(page)).toEqual([]);
  await press(on, 'Agree and continue');

  await expectHeading(on, 'Check the changes');
  await expect(main(on)).toContainText(street);
  await press(on, 'Save');
  await page.waitForURL(`${portal.portal}/account/edit/complete`);
  await page.goto('/verify-term');
  await page.waitForURL(`${portal.portal}/my-page`);
});

// @proves 2.53 2.54 2.55 4.21 9.3 12.45 12.47
test('an unverified address is confirmed by a code', async ({ page, portal }) => {
  const member = await createMember(portal, { emailVerified: false });
  const actions = onboardingActions(page, portal, locale);
  const { heading, press, enterCode, main } = actions;
  await page.goto('/account/settings');
  await signInAtProvider(page, member);
  await page.waitForURL(`${portal.portal}/verify-user`);
  await heading('Confirm this email address');
  expect(await violations(page), 'the question').toEqual([]);
  await press('Send a code');
  await heading('Enter the code');
  expect(await violations(page), 'the code').toEqual([]);
  await page.reload();
  await expect(main, 'the countdown goes on').toContainText(/\d+ ?(秒|seconds)/);
  await enterCode(await codeSentTo(portal, member.email));
  await page.waitForURL(`${portal.portal}/account/settings`);
  await page.goto('/verify-user');
  await page.waitForURL(`${portal.portal}/my-page`);
});
