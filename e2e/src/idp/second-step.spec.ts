import type { Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { confirmByCode } from '../account/actions.ts';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { createMember, type Member, passResendWait } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { press } from '../support/page-actions.ts';
import { forgetSession } from '../support/session.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { addAuthenticatorApp, addVirtualAuthenticator } from './second-step-methods.ts';

const locale = 'ja' as const;

/** The server answers a wrong or early code with such a status, and the browser logs it. */
const REFUSED = /status of 4(22|29)/;
const RESEND_WAIT_MS = 10_000;

const text = (english: string) => serverText(locale, english);
const expectHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const enterPassword = async (page: Page, member: Member) => {
  await page.goto('/account/settings');
  await signInAtProvider(page, member);
};
/** The last digit submits the code. */
const enter = (page: Page, code: string) => page.locator('#code').fill(code);
const enterRecoveryCode = async (page: Page, code: string) => {
  await enter(page, code);
  await page.getByRole('button', { name: text('Continue'), exact: true }).click();
};
const expectSignedIn = (page: Page) => page.waitForURL(`**/account/settings`);

test.use(PHONE);

// @proves 2.34 9.2 10.17
test('by email: refuses a wrong code and sends a new one after the wait', async ({
  page,
  portal,
  errors,
}) => {
  errors.allow(REFUSED);
  const member = await createMember(portal, { mfaEnabled: true });
  await page.clock.install();
  await enterPassword(page, member);
  await expectHeading(page, text('Enter the code from your email'));
  expect(await violations(page)).toEqual([]);
  const first = await codeSentTo(portal, member.email);
  await enter(page, first === '000000' ? '000001' : '000000');
  await expect(page.getByRole('group')).toBeFocused();
  expect(await violations(page), 'refused').toEqual([]);

  const resend = page.locator('#resend');
  await expect(resend).toBeDisabled();
  await passResendWait(portal, member.email);
  await page.clock.fastForward(RESEND_WAIT_MS);
  await expect(resend).toHaveText(text('Send a new code'));
  await resend.click();
  await page.getByRole('status').waitFor();
  const second = await codeSentTo(portal, member.email, first);
  await enter(page, second);
  await expectSignedIn(page);
});

// @proves 10.17 10.37
test('by an authenticator app, and by a recovery code that works once', async ({
  page,
  portal,
  member,
  errors,
}) => {
  errors.allow(REFUSED);
  const app = await addAuthenticatorApp(portal, member);
  await enterPassword(page, member);
  // The strongest method that the member has comes first.
  await expectHeading(page, text('Enter the code from your authenticator app'));
  expect(await violations(page)).toEqual([]);
  await enter(page, app.nextCode());
  await expectSignedIn(page);

  await forgetSession(page);
  await enterPassword(page, member);
  await page.getByRole('link', { name: text('Use a recovery code'), exact: true }).click();
  await expectHeading(page, text('Enter a recovery code'));
  expect(await violations(page), 'recovery code').toEqual([]);
  await enterRecoveryCode(page, app.recoveryCodes[0] ?? '');
  await expectSignedIn(page);

  await forgetSession(page);
  await enterPassword(page, member);
  await page.getByRole('link', { name: text('Use a recovery code'), exact: true }).click();
  await enterRecoveryCode(page, app.recoveryCodes[0] ?? '');
  await expect(page.getByRole('group')).toBeFocused();
});

// @proves 10.15 10.17 10.18 10.34
test('by a passkey, and a sign-in by a passkey alone', async ({ page, portal, errors }) => {
  // The server says first that a step-up is wanted; the browser logs the status.
  errors.allow(/status of 403 .*\/me\/passkeys\/options/);
  const member = await createMember(portal, { mfaEnabled: true });
  const authenticator = await addVirtualAuthenticator(page);
  await enterPassword(page, member);
  await enter(page, await codeSentTo(portal, member.email));
  await expectSignedIn(page);
  await page.goto('/account/mfa-settings#passkeys');
  const add = () => press({ page, locale }, 'Add a passkey');
  await passResendWait(portal, member.email);
  await confirmByCode({ page, locale }, portal, member.email, add);
  await add();
  const passkeys = page.getByRole('region', { name: translate(locale, 'Passkeys') });
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  await authenticator.setConsent(false);
  await forgetSession(page);
  await enterPassword(page, member);
  const signIn = page.getByRole('button', {
    name: text('Sign in with a passkey'),
    exact: true,
  });
  await signIn.waitFor();
  expect(await violations(page)).toEqual([]);
  await authenticator.setConsent(true);
  await signIn.click();
  await expectSignedIn(page);

  await forgetSession(page);
  await page.goto('/my-page');
  // The sign-in page offers the passkey in its field, and this browser consents at once.
  await page.waitForURL(`${portal.portal}/my-page`);
  await expectGreeting(page, member);
});
