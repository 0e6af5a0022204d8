import { parseMessageLimits } from '@portal/server-platform/limits/message-limits';
import { type Asker, isShort, priceOf, shareOf } from './message-share.ts';

const member = (established: boolean, knownBrowser = false): Asker => ({
  established,
  knownBrowser,
});

const MESSAGES: [Asker, 'email' | 'sms', boolean, string][] = [
  ['stranger', 'email', false, 'strangers'],
  ['holder', 'email', false, 'holders'],
  [member(false, true), 'email', true, 'newcomers'],
  [member(false), 'sms', true, 'newcomers'],
  [member(false, true), 'sms', false, 'strangers'],
  [member(true), 'email', true, 'members'],
  [member(true, true), 'email', false, 'known'],
  [member(true), 'sms', true, 'known'],
  [member(true, true), 'sms', false, 'members'],
];

// @proves 11.490
test.each(MESSAGES)(
  'a message that %j asks for by %s, confirmed: %s, draws on the share %s',
  (asker, channel, confirmed, share) => {
    const target = { channel, address: 'x', confirmed, country: 'JP' };
    expect(shareOf(asker, target)).toBe(share);
  },
);

const HOUR_S = 60 * 60;
/** Numbers that one core tries in a second: 2,048 take 599 ms. */
const TRIES = 2048 / 0.599;
const ADDRESSES = 1_000;

/** Somebody in a network of their own. */
class Asking {
  /** What the work for which the core is busy until then will be worth. */
  bits = 0;
  doneAt = 0;
  codes = 0;
  sinceShort = 0;
  readonly tries: number;

  constructor(tries: number) {
    this.tries = tries;
  }
}

/** An hour of a share that has its default limit. */
class Hour {
  used = 0;
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Asks in a second in which the core is not busy, and works where that is asked for. */
  ask(one: Asking, second: number): void {
    if (one.doneAt > second) return;
    const next = { used: this.used + 1, limit: this.limit };
    const price = priceOf({ ...next, ofNetwork: one.sinceShort + 1 });
    if (price.kind === 'nothing_left') one.doneAt = Number.POSITIVE_INFINITY;
    if (price.kind === 'nothing_left') return;
    if (price.kind === 'work' && one.bits < price.bits) {
      one.bits = price.bits;
      one.doneAt = second + 2 ** price.bits / one.tries;
      return;
    }
    one.bits = 0;
    one.codes += 1;
    if (isShort(next)) one.sinceShort += 1;
    this.used += 1;
  }
}

// @proves 11.490 11.491
test.each([
  ['all from the first second on', 0],
  ['most wait until the others have had what is not kept for networks with few codes', 850],
])(
  'a thousand IPv4 addresses with a core each keep no code from anybody else in three hours: %s',
  (_, waiting) => {
    const limits = parseMessageLimits('');
    const limit = limits?.['mail-strangers-hour'] ?? 0;
    // The same for each share on which anybody can draw.
    expect([limits?.['mail-holders-hour'], limits?.['mail-newcomers-hour']]).toEqual([
      limit,
      limit,
    ]);
    const ofAddress = (limits?.['mail-network-hour'] ?? 0) / 4;
    for (let hours = 0; hours < 3; hours += 1) {
      const hour = new Hour(limit);
      const attackers = Array.from({ length: ADDRESSES }, () => new Asking(TRIES));
      // Phones of a quarter of the speed, of which one in twenty needs three times the average.
      const newcomers = Array.from({ length: HOUR_S / 120 }, () => new Asking(TRIES / 12));
      for (let second = 0; second < HOUR_S; second += 1) {
        const first = hour.used >= limit / 2 ? 0 : waiting;
        for (const one of attackers.slice(first)) if (one.codes < ofAddress) hour.ask(one, second);
        const newcomer = newcomers[Math.floor(second / 120)];
        if (newcomer?.codes === 0) hour.ask(newcomer, second);
      }
      expect(hour.used).toBeGreaterThan(limit / 2);
      expect(newcomers.map(({ codes }) => codes)).toEqual(newcomers.map(() => 1));
    }
  },
);
