import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { authorizationUrl } from '../idp/authorization.ts';
import { AT_PROVIDER } from '../idp/people.ts';
import type { Addresses } from './portal.ts';
import { releasedRoutes, visitable } from './routes.ts';
import { shown } from './shown.ts';
import { signInAtProvider } from './sign-in.ts';
import { at, say } from './words.ts';

/** One screen of the tour. */
export type Stop = {
  /** Its bare path, or what it is. */
  readonly name: string;
  /** Who opens it: a stranger, the demo member, or a member who has just signed up. */
  readonly as: 'stranger' | 'member' | 'new-member';
  /** Lies over the page: its picture ends where the window ends. */
  readonly overlay?: boolean;
  /** Opens it and waits until it shows its content. */
  readonly open: (page: Page, locale: Locale) => Promise<void>;
};

/**
 * Every screen that a member can meet: all routes of the live releases, the identity provider's
 * pages, and the states that have no address of their own.
 */
export async function stops(portal: Addresses): Promise<Stop[]> {
  const routes = await releasedRoutes();
  const visit = (path: `/${string}`) => async (page: Page, locale: Locale) => {
    await page.goto(portal.portal + at(locale, path));
    await shown(page);
  };
  return [
    ...routes.map(
      ({ path, guard }): Stop => ({
        name: path,
        as: guard === 'public' ? 'stranger' : guard === 'session' ? 'member' : 'new-member',
        open: async (page, locale) => visit(await visitable(path, page, portal))(page, locale),
      }),
    ),
    { name: 'unknown address', as: 'stranger', open: visit('/nowhere') },
    { name: '/my-page of a new member', as: 'new-member', open: visit('/my-page') },
    { name: '/account of a new member', as: 'new-member', open: visit('/account') },
    {
      name: 'menu',
      as: 'member',
      overlay: true,
      async open(page, locale) {
        await visit('/my-page')(page, locale);
        await page.getByRole('button', { name: say(locale, 'Menu'), exact: true }).click();
        const menu = page.getByRole('dialog');
        await menu.getByText(say(locale, 'Account settings')).click();
        await menu.getByRole('link', { name: say(locale, 'Cancel account') }).waitFor();
      },
    },
    {
      name: 'bell',
      as: 'member',
      overlay: true,
      async open(page, locale) {
        await visit('/my-page')(page, locale);
        const bell = new RegExp(`^${say(locale, 'Notifications')}`);
        await page.getByRole('button', { name: bell }).click();
        const panel = page.locator('#bell-panel');
        await panel.getByRole('link', { name: say(locale, 'View list') }).waitFor();
        await panel.locator('[aria-busy]').waitFor({ state: 'detached' });
      },
    },
    ...providerStops(portal),
  ];
}

function providerStops({ portal, idp }: Addresses): Stop[] {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
  const signIn = async (page: Page, locale: Locale) => {
    await page.goto(portal + at(locale, '/my-page'));
    await page.waitForURL(`${idp}/**`);
    await heading(page);
  };
  return [
    { name: 'provider: sign in', as: 'stranger', open: signIn },
    {
      name: 'provider: sign in, refused',
      as: 'stranger',
      async open(page, locale) {
        await signIn(page, locale);
        await page.locator('#email').fill('nobody@example.com');
        await page.locator('#password').fill('not-the-password');
        await page.locator('button.primary').click();
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'provider: sign in, fields missing',
      as: 'stranger',
      async open(page, locale) {
        await signIn(page, locale);
        await page.locator('button.primary').click();
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'provider: code by e-mail',
      as: 'stranger',
      async open(page, locale) {
        await signIn(page, locale);
        await signInAtProvider(page, AT_PROVIDER.tourEmail, locale);
        await page.locator('#code').waitFor();
      },
    },
    {
      name: 'provider: code by text message',
      as: 'stranger',
      async open(page, locale) {
        await signIn(page, locale);
        await signInAtProvider(page, AT_PROVIDER.tourSms, locale);
        await page.locator('#code').waitFor();
      },
    },
    {
      name: 'provider: an account that is closed',
      as: 'stranger',
      async open(page, locale) {
        await signIn(page, locale);
        await signInAtProvider(page, AT_PROVIDER.hasLeft, locale);
        await page.locator('#password').waitFor({ state: 'detached' });
      },
    },
    {
      name: 'provider: a LINE account that nobody has',
      as: 'stranger',
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
      as: 'stranger',
      async open(page, locale) {
        const asked = { connection: 'line', signup_state: 'of-the-tour' };
        await page.goto(authorizationUrl({ portal, idp }, locale, asked));
        await page.locator('button[name=decision][value=cancel]').click();
        await page.waitForURL(`${idp}/sign-in/**`);
        await heading(page);
      },
    },
    {
      name: 'provider: a page that has expired',
      as: 'stranger',
      async open(page, locale) {
        await page.goto(`${idp}/sign-in/of-another-time?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: sign out?',
      as: 'member',
      async open(page, locale) {
        await page.goto(`${idp}/logout?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: signed out',
      as: 'stranger',
      async open(page, locale) {
        await page.goto(`${idp}/logout?ui_locale=${locale}`);
        await heading(page);
      },
    },
    {
      name: 'provider: a link that does not work',
      as: 'stranger',
      async open(page, locale) {
        await page.goto(`${idp}/authorize?client_id=nobody&ui_locale=${locale}`);
        await heading(page);
      },
    },
  ];
}
