import { remoteFolders } from '@portal/delivery-builder/workspace/packages';
import { addressesFor, serverPortBase } from './addresses.ts';

test('the parts have consecutive ports from the base on', () => {
  const { ports, portal, idp, api, outbox } = addressesFor(4300, false);
  expect(ports).toEqual({
    portal: 4300,
    idp: 4301,
    api: 4302,
    outbox: 4303,
    connection: 4308,
    payment: 4309,
    remotes: expect.objectContaining({ account: 4304 }),
    files: 4307,
    page: 4312,
  });
  expect([portal, idp, api, outbox]).toEqual([
    'http://localhost:4300',
    'http://localhost:4301',
    'http://localhost:4302',
    'http://localhost:4303',
  ]);
});

test('every remote has a port of its own, in both forms', () => {
  for (const tls of [false, true]) {
    const { ports, idpBehind = 0 } = addressesFor(4300, tls);
    const { remotes, ...others } = ports;
    const all = [...Object.values(others), ...Object.values(remotes), idpBehind];
    expect(Object.keys(remotes)).toEqual(remoteFolders().map((name) => name.replace('mfe-', '')));
    expect(new Set(all).size).toBe(all.length);
  }
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
