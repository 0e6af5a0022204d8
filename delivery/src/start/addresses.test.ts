import { addressesFor, serverPortBase } from './addresses.ts';

test('the parts have consecutive ports from the base on', () => {
  const { ports, portal, idp, api, outbox } = addressesFor(4300, false);
  expect(ports).toEqual({
    portal: 4300,
    idp: 4301,
    api: 4302,
    outbox: 4303,
    line: 4308,
    payment: 4309,
    remotes: { account: 4304, mypage: 4305, signup: 4306 },
    shell: 4307,
  });
  expect([portal, idp, api, outbox]).toEqual([
    'http://localhost:4300',
    'http://localhost:4301',
    'http://localhost:4302',
    'http://localhost:4303',
  ]);
});

test('with TLS the portal and the identity provider are one site to the browser', () => {
  const addresses = addressesFor(4300, true);
  expect([addresses.portal, addresses.idp]).toEqual([
    'https://localhost:4300',
    'https://localhost:4301',
  ]);
  expect(addresses.idpBehind).toBe(4309);
  expect(serverPortBase(addresses)).toBe(4308);
});
