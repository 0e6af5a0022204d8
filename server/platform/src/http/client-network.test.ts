import { networksAround } from './client-network.ts';

// @proves 11.492
test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2fe::/64', ['2001:db8:1:2fe::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2::/64', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['in-process', ['in-process']],
])('finds the networks around %s', (network, around) => {
  const found = networksAround(network);
  expect(found.map((one) => one.network)).toEqual(around);
  expect(found.at(-1)?.part).toBe(1);
});
