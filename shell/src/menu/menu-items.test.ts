import { MENU_PARTS, menuRoute } from '../testing/menu-parts.ts';
import { entryAt, type MenuSource, menuItems } from './menu-items.ts';

const TERMS = menuRoute('Terms of service', { foot: true, order: 20 });
const page = (over: Partial<MenuSource> = {}): MenuSource => ({
  config: {},
  shell: { routes: { '/terms-of-service': TERMS } },
  remotes: MENU_PARTS,
  ...over,
});
const menu = (source = page(), member: Parameters<typeof menuItems>[2] = undefined) =>
  menuItems(source, 'en', member).map((item) =>
    item.kind === 'link' ? item.label : [item.label, ...item.items.map(({ label }) => label)],
  );
const IN_GROUP = ['Account settings', 'Change email'];

// @proves 2.72 2.73 7.225
test.each([
  ['a password', { password_set: true }, ['Change password']],
  ['no password', { password_set: false }, ['Password settings']],
  ['a password that is not known yet', undefined, []],
])('the menu of a member with %s', (_, member, password) => {
  expect(menu(page(), member)).toEqual([
    'Home',
    'Notifications',
    'Your account',
    [...IN_GROUP, ...password, 'Close account'],
    'Connect LINE',
  ]);
});

test('an audience that this shell does not know sees nothing', () => {
  const routes = { '/a': menuRoute('A', { audience: 'staff' as 'passwordSet' }) };
  expect(menu(page({ remotes: { a: { routes } } }), { password_set: true })).toEqual([]);
});

// @proves 2.71
test.each([
  ['/account/change-email', 'Change email'],
  ['/account/change-email/verify-code', 'Change email'],
  ['/account/connect-line', 'Connect LINE'],
  ['/account/change-email-x', 'Your account'],
  ['/account', 'Your account'],
  ['/my-page', 'Home'],
  ['/my-page/notifications/1', 'Notifications'],
  ['/terms-of-service', undefined],
])('the entry at %s is %s', (path, label) => {
  expect(entryAt(menuItems(page(), 'en', undefined), path)?.label).toBe(label);
});
