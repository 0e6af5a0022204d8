import { createLinePerson, lineSubjectOf, passResendWait } from '../support/members.ts';
import { button, expectHeading, link, press } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { consentAtLine } from '../support/sign-in.ts';
import { test } from '../support/test.ts';
import { confirmByCode } from './actions.ts';

// @proves 1.9 2.18 12.42 12.43
test('LINE is cancelled, connected and disconnected', async ({ page, portal, member, errors }) => {
  // The server says first that a step-up is wanted; the browser logs the status.
  errors.allow(/status of 403/);
  const on = { page, locale: 'ja' } as const;
  const subject = lineSubjectOf(member);
  await createLinePerson(portal, { subject, name: member.email });
  await startSession(page, portal, member);
  await page.goto('/account/connect-line');
  await confirmByCode(on, portal, member.email, () => press(on, 'Continue to LINE'));
  await page.locator('button[name=decision][value=cancel]').click();
  await expectHeading(on, 'LINE was not connected');

  await link(on, 'Try again').click();
  // The first attempt has spent its step-up.
  await passResendWait(portal, member.email);
  await confirmByCode(on, portal, member.email, () => press(on, 'Continue to LINE'));
  await consentAtLine(page, subject);
  await page.waitForURL('**/account/connect-line/complete');
  await page.reload();
  await expectHeading(on, 'LINE is connected');

  await page.goto('/account/connect-line');
  await passResendWait(portal, member.email);
  await confirmByCode(on, portal, member.email, () => press(on, 'Disconnect LINE'));
  await button(on, 'Continue to LINE').waitFor();
});
