import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

const proxies = parseTrustedProxies('10.0.0.0/8, fd00::/8,192.0.2.7') as TrustedProxies;

// @proves 9.33
test.each([
  ['a client that connects itself', '203.0.113.9', undefined, '203.0.113.9'],
  ['a client that claims another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a client that claims to be a proxy', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['a client behind one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a client behind two proxies', '10.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['a forged address before the real one', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['a forged proxy before the real one', '10.0.0.1', '10.9.9.9, 203.0.113.9', '203.0.113.9'],
  ['a proxy named by its address alone', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
  ['the neighbour of that proxy', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
  ['a proxy over IPv6', 'fd12::1', '2001:db8::9', '2001:db8::9'],
  ['a client over IPv6 that claims', '2001:db8::9', 'fd12::1', '2001:db8::9'],
  ['a proxy in IPv6 notation of IPv4', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['ports beside addresses', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['ports beside IPv6', '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['text in place of an address', '10.0.0.1', '203.0.113.9, evil', '10.0.0.1'],
  ['a proxy that adds nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['a call from inside', '10.0.0.1', '10.0.0.5', '10.0.0.5'],
  ['a call of this process', undefined, '203.0.113.9', '203.0.113.9'],
])('%s', (_name, connecting, forwarded, client) => {
  expect(proxies.clientOf(connecting, forwarded)).toBe(client);
});

test('nobody is trusted by an empty list', () => {
  const nobody = parseTrustedProxies('');
  expect(nobody?.clientOf('127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
  expect(nobody?.trusts(undefined)).toBe(false);
});

test.each([
  '1',
  'yes',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/0',
  '::/0',
  '10.0.0/8',
  '10.0.0.0/8/8',
])('%j is no list of proxies', (list) => {
  expect(parseTrustedProxies(list)).toBeUndefined();
});
