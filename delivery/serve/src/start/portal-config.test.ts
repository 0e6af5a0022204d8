import { portalConfig } from './portal-config.ts';

const addresses = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };

// @proves 3.45
test('the client of an identity provider is configuration alone', () => {
  const env = { IDP_ORIGIN: 'https://id.example', CLIENT_ID: 'members-web' };
  const { idp } = portalConfig(addresses, env, { locale: 'en' });
  expect(idp).toMatchObject({
    idpUrl: 'https://id.example',
    clientId: 'members-web',
    redirectUri: 'http://localhost:4300/callback',
    responseType: 'code',
    returnTo: 'http://localhost:4300/',
    locale: 'en',
  });
});

// @proves 2.75
test.each(['https://www.example.com', 'https://www.example.com/'])(
  'the demo brand has the links of the specification below %s, and none without an address',
  (address) => {
    expect(portalConfig(addresses, {})).not.toHaveProperty('menuLinks');
    const { menuLinks } = portalConfig(addresses, { SERVICE_BASE_URL: address });
    expect(menuLinks?.map(({ url, name: { en } }) => [url, en])).toEqual([
      ['https://www.example.com/faq/', 'FAQ'],
      ['https://www.example.com/apass/', 'About the passport'],
      ['https://www.example.com/hotels/', 'Our hotels'],
    ]);
  },
);

// @proves 7.610
test('a brand has links of its own in their place, and changes rows of the menu', () => {
  const links = [{ name: { ja: '川', en: 'River' }, url: 'https://river.example/' }];
  const menu = { '/account/delete': { hidden: true as const } };
  const brand = { name: { ja: '川', en: 'River' }, links, menu };
  const env = { SERVICE_BASE_URL: 'https://www.example.com' };
  expect(portalConfig(addresses, env, {}, brand)).toMatchObject({ menuLinks: links, menu });
});

// @proves 3.47
test('the brand is a demo one, unless another is configured; links are none, unless configured', () => {
  expect(portalConfig(addresses, {})).toMatchObject({
    brand: { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } },
    siteLinks: {},
  });
  const env = {
    BRAND_NAME_JA: '白鳥クラブ',
    BRAND_NAME_EN: 'Swan Club',
    CONTACT_URL: 'https://swan.example/contact',
  };
  expect(portalConfig(addresses, env)).toMatchObject({
    brand: { name: { ja: '白鳥クラブ', en: 'Swan Club' } },
    siteLinks: { contact: 'https://swan.example/contact' },
  });
});
