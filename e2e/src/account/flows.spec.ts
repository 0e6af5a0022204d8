import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { createMember, passResendWait } from '../support/members.ts';
import { lastCode } from '../support/outbox.ts';
import { button, codeField, expectText } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expireAccessToken, expireSession } from '../support/session-record.ts';
import { passProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { FLOWS, type FlowName, type Step } from './flow-table.ts';
import {
  expectAt,
  expectEnd,
  expectKept,
  type FlowRun,
  fillIn,
  isSecret,
  newCode,
  recordCalls,
  runFlow,
} from './run-flow.ts';

// What happens to a member in the middle of a flow. The screens' own tests go through every flow with each of them
// (mfe-account/src/screens).

// Without touch: dates are typed into fields, as the flow table says.
test.use({ viewport: PHONE.viewport });
test.beforeEach(({ errors }) => {
  // The server says first that a code is wanted; an ended session is renewed after a refusal; a connection
  // is cut on purpose. The browser logs each of them.
  errors.allow(/status of (400|401|403|422)/, /ERR_INTERNET_DISCONNECTED/);
});

// @proves 12.2 12.3 3.44
test('changing the address loses nothing by Back and reload at each step', async ({
  page,
  portal,
}) => {
  const run = await begin({ page, portal }, 'change-email');
  const calls = recordCalls(page);
  const fillSecrets = (step: Step) => fillIn(run, step, isSecret);
  await runFlow(run, {
    async onFilled(step, before) {
      expect(await violations(page), step.path).toEqual([]);
      // Back from the step after a step-up is the provider's page, which has been used.
      if (before && before.path !== step.path && !before.stepUp) {
        await page.goBack();
        await expectAt(run, before);
        await expectKept(run, before, 'gone');
        await page.goForward();
        await expectAt(run, step);
      }
      await page.reload();
      await expectAt(run, step);
      await expectKept(run, step, 'gone');
      await fillSecrets(step);
    },
    async onCodeAsked(step) {
      expect(await violations(page), `${step.path}, the code`).toEqual([]);
      await page.reload();
      await expectAt(run, step);
      await fillSecrets(step);
      if (step.press) await button(run, step.press).click();
      await codeField(run).waitFor();
    },
  });
  expect(await violations(page), 'the end').toEqual([]);
  await page.reload();
  await expectEnd(run);
  expect(calls).toEqual(run.flow.calls);
});

// @proves 4.23 7.6 12.3
test('changing the address is done once after a lost connection, an expired token and a second press at each submit', async ({
  page,
  portal,
}) => {
  const run = await begin({ page, portal }, 'change-email');
  const calls = recordCalls(page);
  await runFlow(run, {
    async submit(pressed, step) {
      // The previous submit has settled when this button is there.
      await pressed.waitFor();
      await withoutConnection(run, () => pressed.click());
      await expireAccessToken([page]);
      await expect(pressed).not.toHaveAttribute('aria-disabled');
      await expectKept(run, step, 'kept');
      await pressed.dblclick();
    },
    async enterCode(write) {
      const confirm = button(run, 'Confirm');
      await expect(confirm).not.toHaveAttribute('aria-disabled');
      await withoutConnection(run, write);
      await expireAccessToken([page]);
      await expect(confirm).not.toHaveAttribute('aria-disabled');
      await confirm.dblclick();
    },
  });
  expect(calls).toEqual(run.flow.calls);
});

for (const [name, gone] of [
  ['change-password', 'here'],
  ['mfa-settings', 'everywhere'],
] as const) {
  // @proves 2.34 8.8 12.3
  test(`${name} comes back and is done once when the session is gone ${gone}`, async ({
    page,
    portal,
    errors,
  }) => {
    // A form that was not saved asks before it is left, in a page that nobody has touched.
    errors.allow(/'beforeunload' confirmation/);
    const run = await begin({ page, portal }, name);
    const calls = recordCalls(page);
    const step = run.flow.steps.findLast(({ press }) => press) ?? run.flow.steps[0];
    await runFlow(run, { stopsAt: step });
    const pressed = button(run, step.press ?? '');
    await expect(pressed).not.toHaveAttribute('aria-disabled');
    await expireSession(page);
    if (gone === 'everywhere') await pressAndSignInAgain(run, pressed);
    else await pressAndLeaveForProvider(run, pressed);
    await expectAt(run, step);
    await expectKept(run, step, 'gone');
    if (gone === 'here') await signInWhereAsked(run, step);
    await expectInFlow(run);
    // The step-up of an earlier step went with the session (decision 0083).
    await runFlow(run);
    expect(calls).toEqual(run.flow.calls);
  });
}

/** Some step of the flow is open. */
async function expectInFlow({ page, flow: { steps } }: FlowRun): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname.startsWith(steps[0].path));
}

/** The browser's key went with the session: the first call that needs it asks for another sign-in. */
async function signInWhereAsked(run: FlowRun, from: Step): Promise<void> {
  const { page, portal, member, locale, flow } = run;
  const again = button(run, 'Sign in again');
  for (const step of flow.steps.slice(flow.steps.indexOf(from))) {
    if (!step.press) break;
    const next = button(run, step.press);
    await again.or(next).first().waitFor();
    if (await again.isVisible()) break;
    await fillIn(run, step);
    await next.click();
  }
  // The code of the first sign-in was sent a moment ago.
  await passResendWait(portal, member.email);
  await again.click();
  await passProvider(page, member, locale, () => newCode(run, {}));
}

/** Signs a new member in. */
async function begin(
  { page, portal }: { readonly page: Page; readonly portal: Addresses },
  name: FlowName,
): Promise<FlowRun> {
  const member = await createMember(portal);
  await startSession(page, portal, member);
  const usedCodes = new Map<string, string>();
  const atSignIn = await lastCode(portal, member.email);
  if (atSignIn) usedCodes.set(member.email, atSignIn);
  return { page, portal, member, locale: 'ja', flow: FLOWS[name](member), usedCodes };
}

async function withoutConnection(run: FlowRun, submit: () => Promise<void>): Promise<void> {
  const { page } = run;
  // The check of the session beside the page would report the lost connection as well.
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.context().setOffline(true);
  await submit();
  await expectText(run, 'You seem to be offline. Check your connection and try again.');
  await page.context().setOffline(false);
}

/** The provider still knows the member: the portal goes there and comes back by itself. */
async function pressAndLeaveForProvider({ page, portal }: FlowRun, pressed: Locator) {
  const leaving = page.waitForRequest(
    (request) => request.url().startsWith(portal.idp) && request.frame() === page.mainFrame(),
  );
  await pressed.click();
  await leaving;
}

/** The provider's session is gone too, in a browser that it still knows. */
const PROVIDER_SESSION = { name: /idp_session/ };

async function pressAndSignInAgain(run: FlowRun, pressed: Locator): Promise<void> {
  const { page, portal, member, locale } = run;
  await page.context().clearCookies(PROVIDER_SESSION);
  await pressed.click();
  await page.waitForURL('**/');
  // An answer of the provider that was under way may have set its cookie again.
  await page.context().clearCookies(PROVIDER_SESSION);
  // The code of the first sign-in was sent a moment ago.
  await passResendWait(portal, member.email);
  await button(run, 'Sign in').click();
  await passProvider(page, member, locale, () => newCode(run, {}));
}
