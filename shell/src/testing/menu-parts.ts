import type { MenuRow, RemoteOnPage, RouteOnPage } from '@portal/shared-contract';

/** A route with an entry in the side menu; the Japanese words are the English ones with a mark. */
export const menuRoute = (
  en: string,
  { caption, ...menu }: Omit<Partial<MenuRow>, 'caption'> & { readonly caption?: string } = {},
): RouteOnPage => ({
  files: [],
  guard: 'session',
  layout: 'default',
  menu: { ...named(en), ...(caption && { caption: named(caption) }), ...menu },
});

const named = (en: string) => ({ ja: `${en}〔日〕`, en });
const group = 'account';

/** The side menu's rows of two parts, not in the menu's order. */
export const MENU_PARTS: Readonly<Record<string, Pick<RemoteOnPage, 'title' | 'routes'>>> = {
  account: {
    title: named('Account settings'),
    routes: {
      '/account/connect-line': menuRoute('Connect LINE', { order: 50 }),
      '/account': menuRoute('Your account', { order: 30 }),
      '/account/delete': menuRoute('Close account', { group, order: 45 }),
      '/account/change-email': menuRoute('Change email', { group, order: 40, icon: 'settings' }),
      '/account/change-password': menuRoute('Change password', {
        group,
        order: 41,
        audience: 'passwordSet',
      }),
      '/account/password-settings': menuRoute('Password settings', {
        caption: 'for LINE',
        group,
        order: 42,
        audience: 'passwordNotSet',
      }),
    },
  },
  mypage: {
    routes: {
      '/my-page/notifications': menuRoute('Notifications', { order: 20 }),
      '/my-page': menuRoute('Home', { order: 10, icon: 'home' }),
    },
  },
};
