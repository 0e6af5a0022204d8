import type { Locator, Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { localePath } from '../support/labels.ts';
import {
  createLinePerson,
  createMember,
  lineSubjectOf,
  passResendWait,
  uniqueEmail,
} from '../support/members.ts';
import { lastCode } from '../support/outbox.ts';
import { button, codeField, expectText } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expireAccessToken, expireSession } from '../support/session-record.ts';
import { passProvider } from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, PROOF, test } from '../support/test.ts';
import {
  actingStepOf,
  codeStepsOf,
  FLOW_MEMBERS,
  FLOWS,
  type FlowName,
  type Step,
} from './flow-table.ts';
import { keyboard } from './input-device.ts';
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

/** What happens to a member in the middle of a flow. Every flow meets each of them. */
type Interruption =
  | 'keyboard and deep links'
  | 'Back and reload'
  | 'lost connection, expired token, second press'
  | 'session gone here'
  | 'session gone everywhere'
  | 'wrong codes';

/**
 * The flows that meet an interruption in `npm test`; the other combinations are proofs. The screens' own
 * tests go through every flow (mfe-account/src/screens).
 */
const IN_EVERY_RUN: Readonly<Record<Interruption, readonly FlowName[]>> = {
  'keyboard and deep links': ['edit'],
  'Back and reload': ['edit', 'change-email', 'connect-line'],
  'lost connection, expired token, second press': ['change-email'],
  'session gone here': ['change-password'],
  'session gone everywhere': ['mfa-settings'],
  'wrong codes': ['change-email'],
};
const tagOf = (interruption: Interruption, flow: FlowName) =>
  IN_EVERY_RUN[interruption].includes(flow) ? {} : PROOF;

/** A code can be tried this often. */
const CODE_TRIES = 5;

for (const name of Object.keys(FLOWS) as FlowName[]) {
  test.describe(name, () => {
    test.beforeEach(({ errors }) => {
      // The server says first that a code is wanted, or that one is wrong; an ended session is renewed
      // after a refusal; a connection is cut on purpose. The browser logs each of them.
      errors.allow(/status of (400|401|403|422)/, /ERR_INTERNET_DISCONNECTED/);
    });

    test.describe('on a desktop, in English', () => {
      test.use(DESKTOP);

      // @proves 12.1 12.3
      test(
        'opens at the first step by a deep link, and works by keyboard alone',
        tagOf('keyboard and deep links', name),
        async ({ page, portal }) => {
          const run = await begin({ page, portal }, name, 'en');
          const { steps, end } = run.flow;
          const later = [...steps.map(({ path }) => path), end.path];
          for (const path of new Set(later.filter((one) => one !== steps[0].path))) {
            await page.goto(localePath('en', path));
            await expectAt(run, steps[0]);
          }
          const calls = recordCalls(page);
          await runFlow(run, { device: keyboard(page) });
          expect(calls).toEqual(run.flow.calls);
        },
      );
    });

    test.describe('on a phone, in Japanese', () => {
      // Without touch: dates are typed into fields, as the flow table says.
      test.use({ viewport: PHONE.viewport });

      // @proves 12.2 12.3 3.44
      test(
        'loses nothing by Back and reload at each step',
        tagOf('Back and reload', name),
        async ({ page, portal }) => {
          const run = await begin({ page, portal }, name, 'ja');
          const calls = recordCalls(page);
          const fillSecrets = (step: Step) => fillIn(run, step, undefined, isSecret);
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
          if (run.flow.end.lasts !== false) {
            await page.reload();
            await expectEnd(run);
          }
          expect(calls).toEqual(run.flow.calls);
        },
      );

      // @proves 4.23 7.6 12.3
      test(
        'is done once after a lost connection, an expired token and a second press at each submit',
        tagOf('lost connection, expired token, second press', name),
        async ({ page, portal }) => {
          const run = await begin({ page, portal }, name, 'ja');
          const calls = recordCalls(page);
          await runFlow(run, {
            async submit(pressed, step) {
              // The previous submit has settled when this button is there.
              await pressed.waitFor();
              if (!step.local) await withoutConnection(run, () => pressed.click());
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
        },
      );

      const acting = actingStepOf(name);
      for (const gone of acting === undefined ? [] : (['here', 'everywhere'] as const)) {
        // @proves 2.34 8.8 12.3
        test(
          `comes back and is done once when the session is gone ${gone}`,
          tagOf(`session gone ${gone}`, name),
          async ({ page, portal, errors }) => {
            // A form that was not saved asks before it is left, in a page that nobody has touched.
            errors.allow(/'beforeunload' confirmation/);
            const run = await begin({ page, portal }, name, 'ja');
            const calls = recordCalls(page);
            const step = run.flow.steps[acting ?? 0] ?? run.flow.steps[0];
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
          },
        );
      }

      for (const [which, index] of codeStepsOf(name).entries()) {
        // @proves 11.4 9.23
        test(
          `refuses code ${which + 1} after five wrong ones`,
          tagOf('wrong codes', name),
          async ({ page, portal }) => {
            const run = await begin({ page, portal }, name, 'ja');
            await runFlow(run, {
              async beforeCode(step) {
                if (step !== run.flow.steps[index]) return 'go on';
                const right = Number(await newCode(run, step));
                for (let tries = 1; tries <= CODE_TRIES; tries += 1) {
                  await codeField(run).fill(String((right + tries) % 1_000_000).padStart(6, '0'));
                  if (tries === CODE_TRIES) break;
                  await expect(codeField(run)).toHaveValue('');
                  await expect(codeField(run)).toHaveAttribute('aria-invalid', 'true');
                }
                await expectText(run, 'A wrong code was entered five times. Ask for a new one.');
                await expect(codeField(run)).toHaveCount(0);
                return 'stop';
              },
            });
          },
        );
      }
    });
  });
}

/** Some step of the flow is open. */
async function expectInFlow({ page, locale, flow: { steps } }: FlowRun): Promise<void> {
  const path = localePath(locale, steps[0].path);
  await page.waitForURL(({ pathname }) => pathname.startsWith(path));
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

/** Signs a new member in who is as the flow needs them. */
async function begin(
  { page, portal }: { readonly page: Page; readonly portal: Addresses },
  name: FlowName,
  locale: Locale,
): Promise<FlowRun> {
  const { linked, ...options } = FLOW_MEMBERS[name];
  const email = uniqueEmail(name);
  const line = lineSubjectOf({ email });
  const member = await createMember(portal, { ...options, email, ...(linked && { line }) });
  if (!linked) await createLinePerson(portal, { subject: line, name: email });
  await startSession(page, portal, member, locale);
  const usedCodes = new Map<string, string>();
  const atSignIn = await lastCode(portal, email);
  if (atSignIn) usedCodes.set(email, atSignIn);
  return { page, portal, member, locale, flow: FLOWS[name](member), usedCodes };
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
  await page.waitForURL(`**${localePath(locale, '/')}`);
  // An answer of the provider that was under way may have set its cookie again.
  await page.context().clearCookies(PROVIDER_SESSION);
  // The code of the first sign-in was sent a moment ago.
  await passResendWait(portal, member.email);
  await button(run, 'Sign in').click();
  await passProvider(page, member, locale, () => newCode(run, {}));
}
