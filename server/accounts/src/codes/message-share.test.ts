import { type Asker, shareOf } from './message-share.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000);
const member = (days: number, knownBrowser = false): Asker => ({
  memberSince: daysAgo(days),
  knownBrowser,
});

const MESSAGES: [Asker, 'email' | 'sms', boolean, string][] = [
  ['stranger', 'email', false, 'strangers'],
  [member(6.9, true), 'email', true, 'strangers'],
  [member(6.9), 'sms', true, 'strangers'],
  [member(7), 'email', true, 'members'],
  [member(7, true), 'email', false, 'known'],
  [member(7), 'sms', true, 'known'],
  [member(7, true), 'sms', false, 'members'],
];

// @proves 11.490
test.each(MESSAGES)(
  'a message that %j asks for by %s, confirmed: %s, draws on the share %s',
  (asker, channel, confirmed, share) => {
    const target = { channel, address: 'x', confirmed, country: 'JP' };
    expect(shareOf(asker, target, NOW)).toBe(share);
  },
);
