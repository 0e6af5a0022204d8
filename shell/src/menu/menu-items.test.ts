import { MENU_PARTS, menuRoute } from '../testing/menu-parts.ts';
import { entryAt, type MenuSource, menuFooter, menuItems } from './menu-items.ts';

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

test('words are those of the language, with their caption', () => {
  const items = menuItems(page(), 'ja', { password_set: false });
  const [group] = items.filter((item) => item.kind === 'group');
  expect(group).toMatchObject({ label: 'Account settings〔日〕', icon: 'settings' });
  expect(group?.items[1]).toMatchObject({
    label: 'Password settings〔日〕',
    caption: 'for LINE〔日〕',
  });
});

test('an audience that this shell does not know sees nothing', () => {
  const routes = { '/a': menuRoute('A', { audience: 'staff' as 'passwordSet' }) };
  expect(menu(page({ remotes: { a: { routes } } }), { password_set: true })).toEqual([]);
});

// @proves 2.75
test('the footer has the links of the brand among the rows of parts', () => {
  const link = (en: string, order: number) => ({
    name: { ja: `${en}〔日〕`, en },
    url: `https://www.example.com/${order}`,
    order,
  });
  const menuLinks = [link('Hotels', 30), link('FAQ', 10)];
  const labels = (config: MenuSource['config']) =>
    menuFooter(page({ config }), 'en').map(({ label }) => label);
  expect(labels({ menuLinks })).toEqual(['FAQ', 'Terms of service', 'Hotels']);
  expect(labels({})).toEqual(['Terms of service']);
  const url = { ja: 'https://www.example.com/', en: 'https://www.example.com/en' };
  const own = { menuLinks: [{ ...link('FAQ', 10), url }] };
  const addresses = (['ja', 'en'] as const).map(
    (locale) => menuFooter(page({ config: own }), locale)[0],
  );
  expect(addresses).toMatchObject([{ href: url.ja }, { href: url.en }]);
});

// @proves 2.129
test.each([
  [undefined, ['Terms of service']],
  ['https://www.example.com/contact', ['Terms of service']],
  ['/about/contact', ['Contact', 'Terms of service']],
])('with the page for questions at %s the footer has %s', (contact, expected) => {
  const shellRoutes = {
    '/terms-of-service': TERMS,
    '/about/contact': menuRoute('Contact', { foot: true, order: 15 }),
  };
  const config = { siteLinks: contact ? { contact } : {} };
  const shell = { routes: shellRoutes };
  expect(menuFooter(page({ config, shell }), 'en').map(({ label }) => label)).toEqual(expected);
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
