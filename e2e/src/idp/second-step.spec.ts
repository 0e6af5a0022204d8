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
import { addVirtualAuthenticator } from './second-step-methods.ts';

const locale = 'ja' as const;

const text = (english: string) => serverText(locale, english);
const enterPassword = async (page: Page, member: Member) => {
  await page.goto('/account/settings');
  await signInAtProvider(page, member);
};
/** The last digit submits the code. */
const enter = (page: Page, code: string) => page.locator('#code').fill(code);
const expectSignedIn = (page: Page) => page.waitForURL(`**/account/settings`);

test.use(PHONE);

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
  const signIn = page.getByRole('button', { name: text('Sign in with a passkey'), exact: true });
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
