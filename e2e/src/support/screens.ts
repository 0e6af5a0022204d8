import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { authorizationRequest } from './authorization.ts';
import { expectContent } from './content.ts';
import { localePath, translate } from './labels.ts';
import { createMember, type Member, uniquePhone } from './members.ts';
import type { Addresses } from './portal.ts';
import { releasedRoutes, visitable } from './routes.ts';
import { signInAtProvider } from './sign-in.ts';

/** A screen to look at, by the tour and by axe. */
export type Screen = {
  /** Its path without the language, or what it is. */
  readonly name: string;
  /** Who opens it: nobody signed in, the demo member, or a member who has just signed up. */
  readonly as: 'visitor' | 'member' | 'new-member';
  /** It lies over the page: its picture ends where the window ends. */
  readonly overlay?: boolean;
  /** It shows after one load of its address, so that what moves meanwhile can be measured. */
  readonly oneLoad?: boolean;
  /** Opens it and waits until it shows its content. */
  readonly open: (page: Page, locale: Locale) => Promise<void>;
};

/** Every screen: all routes of the live releases, the provider's pages, and states without an address of their own. */
export async function screens(portal: Addresses): Promise<Screen[]> {
  const routes = await releasedRoutes();
  const visit = (path: `/${string}`) => async (page: Page, locale: Locale) => {
    await page.goto(portal.portal + localePath(locale, path));
    await expectContent(page);
  };
  return [
    ...routes.map(
      ({ path, guard }): Screen => ({
        name: path,
        oneLoad: true,
        as: guard === 'public' ? 'visitor' : guard === 'session' ? 'member' : 'new-member',
        open: async (page, locale) => visit(await visitable(path, page, portal))(page, locale),
      }),
    ),
    { name: 'unknown address', as: 'visitor', oneLoad: true, open: visit('/nowhere') },
    { name: '/my-page of a new member', as: 'new-member', oneLoad: true, open: visit('/my-page') },
    { name: '/account of a new member', as: 'new-member', oneLoad: true, open: visit('/account') },
    {
      name: 'menu',
      as: 'member',
      overlay: true,
      async open(page, locale) {
        await visit('/my-page')(page, locale);
        await page.getByRole('button', { name: translate(locale, 'Menu'), exact: true }).click();
        const menu = page.getByRole('dialog');
        await menu.getByText(translate(locale, 'Account settings')).click();
        await menu.getByRole('link', { name: translate(locale, 'Close account') }).waitFor();
      },
    },
    {
      name: 'bell',
      as: 'member',
      overlay: true,
      async open(page, locale) {
        await visit('/my-page')(page, locale);
        const bell = new RegExp(`^${translate(locale, 'Notifications')}`);
        await page.getByRole('button', { name: bell }).click();
        const panel = page.locator('#bell-panel');
        await panel.getByRole('link', { name: translate(locale, 'View list') }).waitFor();
        await panel.locator('[aria-busy]').waitFor({ state: 'detached' });
      },
    },
    ...providerScreens(portal),
  ];
}

function providerScreens(addresses: Addresses): Screen[] {
  const { portal, idp } = addresses;
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
  const signIn = async (page: Page, locale: Locale) => {
    await page.goto(portal + localePath(locale, '/my-page'));
    await page.waitForURL(`${idp}/**`);
    await heading(page);
  };
  const enterPassword = async (page: Page, locale: Locale, options: Partial<Member>) => {
    const member = await createMember(addresses, options);
    await signIn(page, locale);
    await signInAtProvider(page, member, locale);
  };
  return [
    { name: 'provider: sign in', as: 'visitor', open: signIn },
    {
      name: 'provider: sign in, refused',
      as: 'visitor',
      async open(page, locale) {
        await signIn(page, locale);
        await page.locator('#email').fill('nobody@example.com');
        await page.locator('#password').fill('not-the-password');
        await page.locator('button.primary').click();
        await page.getByRole('group').waitFor();
      },
    },
    {
      name: 'provider: sign in, fields missing',
      as: 'visitor',
      async open(page, locale) {
        await signIn(page, locale);
        await page.locator('button.primary').click();
        await page.getByRole('group').waitFor();
      },
    },
    {
      name: 'provider: code by email',
      as: 'visitor',
      async open(page, locale) {
        await enterPassword(page, locale, { mfaEnabled: true });
        await page.locator('#code').waitFor();
      },
    },
    {
      name: 'provider: code by SMS',
      as: 'visitor',
      async open(page, locale) {
        const phone = uniquePhone();
        await enterPassword(page, locale, { mfaEnabled: true, mfaChannel: 'sms', phone });
        await page.locator('#code').waitFor();
      },
    },
    {
      name: 'provider: a closed account',
      as: 'visitor',
      async open(page, locale) {
        await enterPassword(page, locale, { closed: true });
        await page.locator('#password').waitFor({ state: 'detached' });
      },
    },
    {
      name: 'provider: an unknown LINE account',
      as: 'visitor',
      async open(page, locale) {
        await signIn(page, locale);
        await page.locator('a.line').click();
        await page.locator('button[name=decision][value=allow]').click();
        await page.waitForURL(`${idp}/sign-in/**`);
        await heading(page);
      },
    },
    {
      name: 'provider: signing up with LINE, cancelled there',
      as: 'visitor',
      async open(page, locale) {
        const asked = { connection: 'line', signup_state: 'of-the-tour' };
        await page.goto(authorizationRequest(addresses, locale, asked).url);
        await page.locator('button[name=decision][value=cancel]').click();
        await page.waitForURL(`${idp}/sign-in/**`);
        await heading(page);
      },
    },
    {
      name: 'provider: an expired page',
      as: 'visitor',
      async open(page, locale) {
        await page.goto(`${idp}/sign-in/of-another-time?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: asked to sign out',
      as: 'member',
      async open(page, locale) {
        await page.goto(`${idp}/logout?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: signed out',
      as: 'visitor',
      async open(page, locale) {
        await page.goto(`${idp}/logout?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: a broken link',
      as: 'visitor',
      async open(page, locale) {
        await page.goto(`${idp}/authorize?client_id=nobody&ui_locale=${locale}`);
        await heading(page);
      },
    },
  ];
}
