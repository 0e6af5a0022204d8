import type { IncomingMessage } from 'node:http';
import { limitSubject, networkOf, noteRequest, requestFacts } from './request-facts.ts';

const request = (forwarded: string | undefined, remoteAddress = '198.51.100.7') =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

it.each([
  ['no header without a proxy', '203.0.113.9', false, '198.51.100.7'],
  ['the last entry', '1.1.1.1, 203.0.113.9', true, '203.0.113.9'],
  ['no text that is not an address', 'evil', true, '198.51.100.7'],
  ['no missing header', undefined, true, '198.51.100.7'],
])('trusts %s', (_name, forwarded, trustProxy, expected) => {
  const message = request(forwarded, '::ffff:198.51.100.7');
  noteRequest(message, { trustProxy });
  expect(requestFacts(message).address).toBe(expected);
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
  for (const message of [one, other]) noteRequest(message, { trustProxy: false });
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
  const facts = noteRequest(message, { trustProxy: true, countryHeader: 'cf-ipcountry' });
  expect(facts.country).toBe(country);
});
