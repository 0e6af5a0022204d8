import type { IncomingMessage } from 'node:http';
import { trustedProxies } from '@portal/server-testing/config';
import { limitSubject, networkOf, noteRequest, requestDetails } from './request-details.ts';

const request = (forwarded: string | undefined, remoteAddress = '198.51.100.7') =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

// @asvs 15.3.4
it.each([
  ['nobody without a proxy', '203.0.113.9', '', '198.51.100.7'],
  ['the last proxy', '1.1.1.1, 203.0.113.9', '198.51.100.0/24', '203.0.113.9'],
  ['nothing that is not an address', 'evil', '198.51.100.0/24', '198.51.100.7'],
  ['a missing header as nothing', undefined, '198.51.100.0/24', '198.51.100.7'],
])('trusts %s', (_name, forwarded, proxies, expected) => {
  const message = request(forwarded, '::ffff:198.51.100.7');
  noteRequest(message, { trustedProxies: trustedProxies(proxies) });
  expect(requestDetails(message).address).toBe(expected);
});

// @proves 16.81
// @asvs 16.4.1
it.each([
  ['keeps the id of our edge', 'edge-12345678', '198.51.100.0/24', /^edge-12345678$/],
  ['gives a stranger another id', 'edge-12345678', '', /^[0-9a-f]{32}$/],
  ['keeps no id that could forge a line', 'a"b,"level":60', '198.51.100.0/24', /^[0-9a-f]{32}$/],
])('%s', (_says, id, proxies, expected) => {
  const message = request(undefined);
  message.headers['x-request-id'] = id;
  noteRequest(message, { trustedProxies: trustedProxies(proxies) });
  expect(requestDetails(message).requestId).toMatch(expected);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', undefined],
  ['localhost', undefined],
])('knows the network of %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts the IPv6 addresses of a household as one', () => {
  const [one, other] = [request(undefined, '2001:db8:1::1'), request(undefined, '2001:db8:1::2')];
  for (const message of [one, other]) noteRequest(message, { trustedProxies: trustedProxies('') });
  expect(limitSubject(one)).toBe(limitSubject(other));
});

it.each([
  ['JP', 'JP'],
  ['XX', undefined],
  ['T1', undefined],
  ['jp', undefined],
  ['<script>', undefined],
  [undefined, undefined],
])('reads the country %j of the edge as %j', (header, country) => {
  const message = request(undefined);
  if (header) message.headers['cf-ipcountry'] = header;
  const details = noteRequest(message, {
    trustedProxies: trustedProxies('198.51.100.7'),
    countryHeader: 'cf-ipcountry',
  });
  expect(details.country).toBe(country);
});
