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

// @proves 12.8
test.each([
  ['the demo', {}, undefined],
  ['a channel', { DATABASE_URL: 'postgres://x', LINE_CHANNEL_ID: '1' }, undefined],
  ['a database without a channel', { DATABASE_URL: 'postgres://x' }, false],
])('with %s LINE is offered: %j, line is %s', (_, env, line) => {
  const config = portalConfig(addresses, env);
  expect(config.line).toBe(line);
  expect(config.menu).toEqual(
    line === false ? { '/account/connect-line': { hidden: true } } : undefined,
  );
});

// @proves 16.68
test('the front page shows the first design of a brand that has its own', () => {
  expect(portalConfig(addresses, {}).brand).not.toHaveProperty('design');
  expect(portalConfig(addresses, { BRAND: 'deploy/brand-example' }).brand.design).toBe('river');
});
