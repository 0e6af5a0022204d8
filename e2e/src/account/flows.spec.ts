import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { type FlowName, flowMember, type WalkName } from '../support/members.ts';
import type { Addresses } from '../support/portal.ts';
import { expireAccessToken, expireSession } from '../support/session-record.ts';
import { passProvider, signInTheirWay } from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { at, say } from '../support/words.ts';
import { actingStepOf, codeStepsOf, FLOW_NAMES, FLOWS, type Step } from './flow-table.ts';
import { keyboard, mouse } from './hands.ts';
import {
  button,
  callsOf,
  codeField,
  expectAt,
  expectEnd,
  expectKept,
  fillIn,
  forgetCodes,
  isSecret,
  newCode,
  type Walker,
  walkThrough,
} from './walk.ts';

/** The tokens are spent; the provider knows the member still, or not either. */
const GONE = [
  ['session-gone', 'here'],
  ['signed-out', 'everywhere'],
] as const;

/** decisions.md «Verification codes». */
const TRIES = 5;

async function begin(
  { page, portal }: { readonly page: Page; readonly portal: Addresses },
  name: FlowName,
  walk: WalkName,
  locale: 'ja' | 'en',
): Promise<Walker> {
  const member = flowMember(name, walk, test.info().retry);
  await signInTheirWay(page, portal, member, locale);
  await forgetCodes({ portal, member });
  return { page, portal, member, locale, flow: FLOWS[name](member) };
}

/** The provider sends no two codes within ten seconds: who meets that asks for the second one. */
async function codeToSignIn(walker: Walker): Promise<string> {
  let code = '';
  let waited = false;
  await expect(async () => {
    if (waited) await walker.page.getByRole('button', { name: 'コードを再送する' }).click();
    waited = true;
    code = await newCode(walker, {});
  }).toPass();
  return code;
}

for (const name of FLOW_NAMES) {
  test.describe(name, () => {
    test.beforeEach(({ watch }) => {
      // The server says first that a code is wanted, or that one is wrong; a session that has ended is
      // renewed after a refusal; a connection is cut on purpose. The browser notes each.
      watch.expect(/status of (400|401|403|422)/, /ERR_INTERNET_DISCONNECTED/);
    });

    test.describe('on a desktop, in English', () => {
      test.use({ viewport: DESKTOP });

      test('links into later steps open the first; by keyboard alone it is done', async ({
        page,
        portal,
      }) => {
        const walker = await begin({ page, portal }, name, 'by-keyboard', 'en');
        const { steps, end } = walker.flow;
        const later = [...steps.map(({ path }) => path), end.path];
        for (const path of new Set(later.filter((one) => one !== steps[0].path))) {
          await page.goto(at('en', path));
          await expectAt(walker, steps[0]);
        }
        const succeeded = callsOf(page);
        await walkThrough(walker, { hand: keyboard(page) });
        expect(succeeded).toEqual(walker.flow.calls);
      });
    });

    test.describe('on a phone, in Japanese', () => {
      test.use({ viewport: PHONE });

      test('Back and reload at each step lose nothing', async ({ page, portal }) => {
        const walker = await begin({ page, portal }, name, 'back-and-reload', 'ja');
        const succeeded = callsOf(page);
        const again = (step: Step) => fillIn(walker, step, mouse, isSecret);
        await walkThrough(walker, {
          async onFilled(step, before) {
            expect(await violations(page), step.path).toEqual([]);
            if (before && before.path !== step.path) {
              await page.goBack();
              await expectAt(walker, before);
              await expectKept(walker, before, 'gone');
              await page.goForward();
              await expectAt(walker, step);
            }
            await page.reload();
            await expectAt(walker, step);
            await expectKept(walker, step, 'gone');
            await again(step);
          },
          async onCodeAsked(step) {
            expect(await violations(page), `${step.path}, the code`).toEqual([]);
            await page.reload();
            await expectAt(walker, step);
            await again(step);
            if (step.press) await button(walker, step.press).click();
            await expect(codeField(page)).toBeVisible();
          },
        });
        expect(await violations(page), 'the end').toEqual([]);
        if (walker.flow.end.lasts !== false) {
          await page.reload();
          await expectEnd(walker);
        }
        expect(succeeded).toEqual(walker.flow.calls);
      });

      test('a lost connection, a lost session and a second press at each submit: done once', async ({
        page,
        portal,
      }) => {
        const walker = await begin({ page, portal }, name, 'odds', 'ja');
        const succeeded = callsOf(page);
        await walkThrough(walker, {
          async submit(pressed, step) {
            // What the press before led to has come: only this one meets the odds.
            await expect(pressed).toBeVisible();
            if (!step.local) {
              // The check of the session beside the page would tell of the lost connection as well.
              await expect(page.locator('iframe')).toHaveCount(0);
              await page.context().setOffline(true);
              await pressed.click();
              await expect(page.getByRole('main')).toContainText(
                say('ja', 'You seem to be offline. Please check your connection and try again.'),
              );
              await page.context().setOffline(false);
            }
            await expireAccessToken([page]);
            await expect(pressed).not.toHaveAttribute('aria-disabled');
            await expectKept(walker, step, 'kept');
            await pressed.dblclick();
          },
        });
        expect(succeeded).toEqual(walker.flow.calls);
      });
    });

    const acting = actingStepOf(name);
    for (const [walk, gone] of acting === undefined ? [] : GONE) {
      test(`a session that is gone ${gone} in mid-flow leads back to the step: done once`, async ({
        page,
        portal,
      }) => {
        // Two sign-ins more than a walk has else.
        test.slow();
        const walker = await begin({ page, portal }, name, walk, 'ja');
        const { member, locale, flow } = walker;
        const succeeded = callsOf(page);
        let lost = false;
        await walkThrough(walker, {
          async submit(pressed, step) {
            if (lost || step !== flow.steps[acting ?? 0]) return pressed.click();
            lost = true;
            await expect(pressed).not.toHaveAttribute('aria-disabled');
            await expireSession(page);
            if (walk === 'signed-out') {
              await page.context().clearCookies();
              await pressed.click();
              await page.waitForURL(`**${at(locale, '/')}`);
              // An answer of the provider that was under way may have brought its cookie back.
              await page.context().clearCookies();
              await button(walker, 'Sign in').click();
              await passProvider(page, member, locale, () => codeToSignIn(walker));
            } else {
              const leaving = page.waitForRequest(
                (request) =>
                  request.url().startsWith(portal.idp) && request.frame() === page.mainFrame(),
              );
              await pressed.click();
              await leaving;
            }
            await expectAt(walker, step);
            await expectKept(walker, step, 'gone');
            await fillIn(walker, step, mouse, isSecret);
            await pressed.click();
          },
        });
        expect(succeeded).toEqual(flow.calls);
      });
    }

    for (const [which, n] of codeStepsOf(name).entries()) {
      test(`the fifth wrong code ends code ${which + 1}`, async ({ page, portal }) => {
        const walk = which === 0 ? 'wrong-code' : 'second-code';
        const walker = await begin({ page, portal }, name, walk, 'ja');
        await walkThrough(walker, {
          async enterCode(step) {
            if (step !== walker.flow.steps[n]) return 'go on';
            const right = await newCode(walker, step);
            const wrong = right === '000000' ? '111111' : '000000';
            for (let tries = 1; tries <= TRIES; tries += 1) {
              await codeField(page).fill(wrong);
              await button(walker, 'Confirm').click();
              if (tries === TRIES) break;
              await expect(codeField(page)).toHaveValue('');
              await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
            }
            await expect(page.getByRole('main')).toContainText(
              say('ja', 'A wrong code was entered five times. Please ask for a new one.'),
            );
            await expect(codeField(page)).toHaveCount(0);
            return 'stop';
          },
        });
      });
    }
  });
}
