import { serverText } from '@portal/server-testing/texts';
import { authorizationRequest } from '../support/authorization.ts';
import { createMember, lineSubjectOf, uniqueEmail } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { consentAtLine, expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';

const ja = (english: string) => serverText('ja', english);
/** Whether or not the address has an account. */
const REFUSED = 'Wrong email address or password.';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE.viewport });

  // @proves 10.15 10.16
  test('password, code and language work', async ({ page, portal, errors }) => {
    errors.allow(/status of 422/);
    const member = await createMember(portal, { mfaEnabled: true });
    await page.goto(authorizationRequest(portal, 'en').url);
    await page.getByRole('link', { name: '日本語' }).click();
    await page.locator('#email').fill(member.email);
    await page.locator('#password').fill('not the password');
    await page.getByRole('button', { name: ja('Sign in'), exact: true }).click();
    await expect(page.getByRole('group')).toContainText(ja(REFUSED));
    await expect(page.locator('#email')).toHaveValue(member.email);
    await expect(page.locator('#password')).toHaveValue('');

    await signInAtProvider(page, member);
    await page.getByRole('heading', { name: ja('Enter the code from your email') }).waitFor();
    await page.locator('#code').fill(await codeSentTo(portal, member.email));
    await page.getByRole('button', { name: ja('Continue'), exact: true }).click();
    await page.waitForURL(/\/callback\?.*code=/);
  });
});

test.use(PHONE);

// @proves 10.30
test('a member signs in with a linked LINE account', async ({ page, portal }) => {
  const email = uniqueEmail();
  const member = await createMember(portal, { email, line: lineSubjectOf({ email }) });
  await page.goto('/my-page');
  await page.getByRole('link', { name: ja('Continue with LINE'), exact: true }).click();
  await consentAtLine(page, member.line ?? '');
  await page.waitForURL(`${portal.portal}/my-page`);
  await expectGreeting(page, member);
});
