import {
  containsPath,
  type MenuGroup,
  menuFooter,
  menuItems,
  releasedItems,
} from './menu-items.ts';

function paths(passwordSet: boolean | undefined): string[] {
  return menuItems(passwordSet).flatMap((item) =>
    item.kind === 'link' ? [item.to] : item.items.map((child) => `> ${child.to}`),
  );
}

test.each([
  ['a password', true, ['> /account/change-password']],
  ['no password', false, ['> /account/password-settings']],
  ['a password that is not known yet', undefined, []],
])('the menu of a member with %s', (_, passwordSet, password) => {
  expect(paths(passwordSet)).toEqual([
    '/my-page',
    '/my-page/notifications',
    '/account',
    '> /account/change-email',
    ...password,
    '> /account/mfa-settings',
    '> /account/settings',
    '> /account/delete',
    '/account/connect-line',
  ]);
});

// @proves 10.166
test('another identity provider has the password, the second steps and LINE', () => {
  const items = menuItems(true, false).flatMap((item) =>
    item.kind === 'link' ? [item.to] : item.items.map(({ to }) => to),
  );
  expect(items).toEqual([
    '/my-page',
    '/my-page/notifications',
    '/account',
    '/account/change-email',
    '/account/settings',
    '/account/delete',
  ]);
});

test('only the password settings have a caption', () => {
  const group = menuItems(false).find((item) => item.kind === 'group') as MenuGroup;
  const captioned = group.items.filter((item) => item.caption !== undefined);
  expect(captioned.map((item) => [item.to, item.caption?.message])).toEqual([
    ['/account/password-settings', 'for LINE'],
  ]);
});

test.each([
  ['https://www.example.com', 'https://www.example.com/faq/'],
  ['https://www.example.com/', 'https://www.example.com/faq/'],
  ['https://www.example.com/service/', 'https://www.example.com/service/faq/'],
])('the footer links are below %s', (base, faq) => {
  const links = menuFooter(base).map((item) => (item.kind === 'site' ? item.href : item.to));
  expect(links[0]).toBe(faq);
  expect(links[1]).toBe('/terms-of-service');
  expect(links[2]).toMatch(/\/apass\/$/);
  expect(links[3]).toMatch(/\/hotels\/$/);
});

// @proves 2.75 2.92
test('without a service base URL the menu leads to no page that the portal lacks', () => {
  expect(menuFooter(undefined)).toEqual([
    expect.objectContaining({ kind: 'link', to: '/terms-of-service' }),
  ]);
});

// @proves 7.225
test('the entries that releases ask for stand in the order of the remotes, then of their routes', () => {
  const row = { files: [], guard: 'session', layout: 'default' } as const;
  const title = (name: string) => ({ ja: `${name}の案内`, en: `${name} guide` });
  const remotes = {
    winter: { routes: { '/winter': { ...row, menu: title('Winter') } } },
    offers: {
      routes: {
        '/offers/new': { ...row, menu: title('New') },
        '/offers/:id': row,
        '/offers': { ...row, menu: title('All') },
      },
    },
  };
  const labels = (locale: 'ja' | 'en') =>
    releasedItems(remotes, locale).map(({ to, label }) => [to, label]);
  expect(labels('en')).toEqual([
    ['/offers/new', 'New guide'],
    ['/offers', 'All guide'],
    ['/winter', 'Winter guide'],
  ]);
  expect(labels('ja').map(([, label]) => label)).toEqual([
    'Newの案内',
    'Allの案内',
    'Winterの案内',
  ]);
});

test.each([
  ['/account/change-email', true],
  ['/account/settings', true],
  ['/account/change-email/verify-code', true],
  ['/account/delete/confirm', true],
  ['/account', false],
  ['/account/connect-line', false],
  ['/account/change-email-x', false],
  ['/my-page', false],
])('the account group on %s is open: %s', (path, open) => {
  const group = menuItems(true).find((item) => item.kind === 'group') as MenuGroup;
  expect(containsPath(group, path)).toBe(open);
});
