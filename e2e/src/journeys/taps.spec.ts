import type { BrowserContext, Page } from '@playwright/test';
import { confirmByCode } from '../account/actions.ts';
import { onboardingActions, PASSWORD } from '../onboarding/actions.ts';
import {
  chooseBirthday,
  chooseFile,
  decideAtPaymentProvider,
  leaveKnownPhoto,
  press,
} from '../passports/purchase-actions.ts';
import { turnstile } from '../passports/turnstile.ts';
import { translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { endPassportIn, type Member, uniqueEmail } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { expectHeading, field, link, press as pressOnPage } from '../support/page-actions.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf, startSession } from '../support/session.ts';
import { signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });

const locale = 'ja';
const ja = (english: string) => translate(locale, english);
const startsWith = (english: string) => new RegExp(`^${ja(english)}`);

type Scene = { readonly page: Page; readonly portal: Addresses; readonly member: Member };
type Task = {
  /** The most of each that it may take: taps on what is not a field, and fields that are filled in. */
  readonly taps: number;
  readonly fields: number;
  /** What is there before, such as a session and a passport. */
  readonly before?: (scene: Scene) => Promise<void>;
  readonly does: (scene: Scene) => Promise<void>;
};

const home = async ({ page, portal, member }: Scene) => {
  await startSession(page, portal, member, locale);
  await page.goto('/my-page');
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** The home of a member with paid passports, in the browser that has bought them. */
async function homeWith({ page, portal, member }: Scene, ends?: number, child = false) {
  const session = await sessionOf(portal, member, locale);
  const children = child ? { child: { lastName: '山田', firstName: '陽太' } } : {};
  const { id } = await buyPassport(session.api, children);
  const { data } = await ask(session.api, 'GET', `/passports/${id}`);
  await turnstile(portal, '--paid', data.order_number);
  if (ends !== undefined) await endPassportIn(portal, id, ends);
  await putSession(page, session);
  await page.goto('/my-page');
  await page
    .getByRole('button', { name: ja('Show the QR code') })
    .first()
    .waitFor();
}

/** Chooses a design, and a photo that is used as it is. */
async function addDesignAndPhoto(page: Page): Promise<void> {
  const on = { page, locale } as const;
  await expectHeading(on, 'Choose a design');
  await page.locator('input[value=night]').check({ force: true });
  await press(on, 'Next');
  await expectHeading(on, 'Add a photo');
  await leaveKnownPhoto(on);
  await chooseFile(page);
  await press(on, 'Use this photo');
  await page.getByRole('img', { name: ja('The photo you have added') }).waitFor();
  await press(on, 'Next');
}

async function payByCard(page: Page): Promise<void> {
  await page.locator('input[value=card]').check({ force: true });
  await press({ page, locale }, 'Buy and go to the payment');
  await decideAtPaymentProvider(page, 'pay');
  await page.getByRole('main').getByText(ja('Thank you for your purchase')).waitFor();
}

/**
 * A keystroke-level model (Card, Moran, Newell 1980): what a press and a character take an average person. What the
 * portal takes is added as measured; looking and thinking is not in it.
 */
const SECONDS_OF_A_TAP = 1.2;
const SECONDS_OF_A_CHARACTER = 0.28;

/** The table of docs/design.md, section 12. */
const TASKS: Readonly<Record<string, Task>> = {
  'signing up': {
    taps: 8,
    fields: 7,
    async does({ page, portal }) {
      const email = uniqueEmail('taps');
      const actions = onboardingActions(page, portal, locale);
      await page.goto('/signup');
      await link({ page, locale }, 'Sign up by e-mail').click();
      await actions.askForSignUpCode(email);
      await actions.enterCode(await codeSentTo(portal, email));
      await actions.heading('Choose your password');
      await page.locator('#field-password').fill(PASSWORD);
      await actions.press('Create the account');
      await actions.heading('Your details');
      await actions.field('Last name').fill('桜井');
      await actions.field('First name').fill('さくら');
      await actions.field('Last name in katakana').fill('サクライ');
      await actions.field('First name in katakana').fill('サクラ');
      await actions.press('Check your details');
      await actions.heading('Check your details');
      await actions.press('Register');
      await actions.heading('Welcome!');
      // A passkey is offered first where the browser has them.
      const second = link({ page, locale }, 'Turn on two-step verification');
      const other = page.getByText(ja('Not now'), { exact: true }).first();
      await other.waitFor();
      if (!(await second.isVisible())) {
        await other.click();
        await second.waitFor();
      }
      await other.click();
      await actions.expectHome();
    },
  },
  'signing in': {
    taps: 1,
    fields: 2,
    async does({ page, member }) {
      await page.goto('/my-page');
      await signInAtProvider(page, member, locale);
      await page.waitForURL('**/my-page');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  'the code at the turnstile': {
    taps: 1,
    fields: 0,
    before: (scene) => homeWith(scene),
    async does({ page }) {
      await page
        .getByRole('button', { name: ja('Show the QR code') })
        .first()
        .click();
      await page.getByRole('img', { name: /QR/ }).first().waitFor();
    },
  },
  'buying for oneself and three children': {
    taps: 31,
    fields: 6,
    before: home,
    async does({ page }) {
      const on = { page, locale } as const;
      await page.locator('a[href$="/my-page/passports/purchase"]').first().click();
      await expectHeading(on, 'Buy a passport');
      await press(on, 'Next');
      await addDesignAndPhoto(page);
      for (const name of ['陽太', '結衣', '蓮']) {
        await expectHeading(on, 'Check and pay');
        await press(on, 'Add a passport for someone else');
        await expectHeading(on, 'Passport in your order');
        await field(on, 'Last name').fill('山田');
        await field(on, 'First name').fill(name);
        await chooseBirthday(on);
        await press(on, 'Next');
        await addDesignAndPhoto(page);
      }
      await expectHeading(on, 'Check and pay');
      await payByCard(page);
    },
  },
  'giving by a link': {
    taps: 3,
    fields: 1,
    before: (scene) => homeWith(scene),
    async does({ page, portal, member }) {
      const on = { page, locale } as const;
      await page.locator('a[href*="/my-page/passports/"]:not([href$="/purchase"])').first().click();
      await expectHeading(on, 'Passport');
      await confirmByCode(on, portal, member.email, () =>
        page.getByRole('button', { name: startsWith('Transfer by a link') }).click(),
      );
      await press(on, 'Create the link');
      await page.getByText(/\/my-page\/offer#[\w-]{43}$/).waitFor();
    },
  },
  'renewing two passports': {
    taps: 5,
    fields: 0,
    before: async (scene) => {
      await homeWith(scene, 20, true);
    },
    async does({ page }) {
      await page.locator('a[href*="/my-page/passports/renew"]').first().click();
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
      await press({ page, locale }, 'Next');
      await payByCard(page);
    },
  },
  'changing the phone number': {
    taps: 5,
    fields: 2,
    before: home,
    async does({ page, portal, member }) {
      const on = { page, locale } as const;
      await page
        .getByRole('link', { name: ja('Your account') })
        .first()
        .click();
      await page.locator('a[href*="/account/edit"]:visible').first().click();
      await field(on, 'Phone number').fill('08012345678');
      await field(on, 'Phone number').blur();
      await pressOnPage(on, 'Check the changes');
      await confirmByCode(on, portal, member.email, () => press(on, 'Save'));
      await press(on, 'Save');
      await page.waitForURL('**/account/edit/complete');
    },
  },
  'finding the passkeys': {
    taps: 3,
    fields: 0,
    before: home,
    async does({ page }) {
      await page
        .getByRole('link', { name: ja('Your account') })
        .first()
        .click();
      await page.locator('a[href$="/account/security"]:visible').first().click();
      await page.locator('a[href*="/account/mfa-settings"]:visible').first().click();
      await page.getByRole('heading', { name: ja('Passkeys') }).waitFor();
    },
  },
};

for (const [name, { taps, fields, before, does }] of Object.entries(TASKS)) {
  test(
    `${name} takes no more than it did`,
    PROOF,
    async ({ page, context, portal, member, errors }) => {
      errors.allow(/status of 403/);
      const scene = { page, portal, member };
      await before?.(scene);
      const counted = await countOn(context, page);
      const began = performance.now();
      await does(scene);
      const ofThePortal = (performance.now() - began) / 1000;
      const ofThePerson =
        (counted.taps + counted.fields) * SECONDS_OF_A_TAP +
        counted.characters * SECONDS_OF_A_CHARACTER;
      const description = `${counted.taps} taps, ${counted.fields} fields, ${counted.characters} characters; ${ofThePerson.toFixed(0)} s of a person and ${ofThePortal.toFixed(1)} s of the portal`;
      console.log(`${name}: ${description}`);
      expect(counted.taps).toBeLessThanOrEqual(taps);
      expect(counted.fields).toBeLessThanOrEqual(fields);
    },
  );
}

/** Counts what is tapped on the pages of a browser from now on, each field that is filled in, and what is typed there. */
async function countOn(context: BrowserContext, page: Page) {
  const counted = { taps: 0, fields: 0, characters: 0 };
  await context.exposeBinding('count', (_, what: keyof typeof counted, number: number) => {
    counted[what] += number;
  });
  await context.addInitScript(watch);
  await page.evaluate(watch);
  return counted;
}

type Counting = Window & { count(what: 'taps' | 'fields' | 'characters', number: number): void };

/** Runs in the page. A code that comes in one piece is one field. */
function watch(): void {
  const filled = new WeakSet<EventTarget>();
  document.addEventListener(
    'click',
    // A press of a key, and the click of a label's field, have no place.
    ({ isTrusted, detail, target }) => {
      const isField =
        target instanceof HTMLElement &&
        target.matches('input:not([type=radio], [type=checkbox]), textarea');
      if (isTrusted && detail > 0 && !isField) (window as unknown as Counting).count('taps', 1);
    },
    true,
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!target || filled.has(target)) return;
      filled.add(target);
      const isTapped =
        target instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(target.type);
      if (isTapped || !('value' in target)) return;
      (window as unknown as Counting).count('fields', 1);
      (window as unknown as Counting).count('characters', String(target.value).length);
    },
    true,
  );
}
