import type { MessageChannel } from '@portal/server-members/messages';
import type { MessageLimitName } from '@portal/server-platform/limits/message-limits';

export type CodeTarget = {
  readonly address: string;
  /** Whether the member has confirmed it; false where nobody is signed in. */
  readonly confirmed: boolean;
} & (
  | { readonly channel: 'email' }
  | {
      readonly channel: 'sms';
      /** The country of the number, ISO 3166-1 alpha-2. */
      readonly country: string;
    }
);

export type Asker =
  | 'stranger'
  /** The same, where the message goes only to the owner of an account that is there already. */
  | 'holder'
  | {
      /** The asker has signed in to the account or given its password, and the account is no new one. */
      readonly established: boolean;
      /** The password came from a browser in which the account was signed in before. */
      readonly knownBrowser: boolean;
    };

/** The shares of what the portal may send in an hour, counted apart (docs/decisions/0024-messages-cost-money.md). */
const SHARES = {
  email: ['known', 'members', 'newcomers', 'holders', 'strangers'],
  sms: ['known', 'members', 'newcomers', 'strangers'],
} as const satisfies Record<MessageChannel, readonly string[]>;
export type Share = (typeof SHARES)[MessageChannel][number];
export type ShareLimit = Extract<MessageLimitName, `${'mail' | 'sms'}-${Share}-hour`>;

/**
 * The share that a message draws on. Known is who gives the right password in a known browser, or has
 * confirmed the number that is texted. Whoever floods can open as many accounts as they like, so those
 * of new accounts are counted apart.
 */
export function shareOf(asker: Asker, { channel, confirmed }: CodeTarget): Share {
  if (asker === 'stranger') return 'strangers';
  if (asker === 'holder') return channel === 'email' ? 'holders' : 'strangers';
  if (!asker.established) return channel === 'email' || confirmed ? 'newcomers' : 'strangers';
  return (channel === 'sms' ? confirmed : asker.knownBrowser) ? 'known' : 'members';
}

export const shareLimit = (channel: MessageChannel, share: Share): ShareLimit =>
  `${channel === 'sms' ? 'sms' : 'mail'}-${share}-hour` as ShareLimit;

export const shareLimits = (channel: MessageChannel): ShareLimit[] =>
  SHARES[channel].map((share) => shareLimit(channel, share));

/** The part of a share that is given away without work. */
const FREE_PART = 1 / 5;
/** The part that remains for networks which have had few codes since then. */
const LAST_PART = 1 / 2;
const FEW_CODES = 2;
const LEAST_BITS = 11;

/** What a code costs in a share that anybody can draw on. */
export type Price =
  | { readonly kind: 'free' }
  /** The zeros that the asker's browser has to find; each one more takes twice the time. */
  | { readonly kind: 'work'; readonly bits: number }
  /** Nothing more until the hour of the share ends. */
  | { readonly kind: 'nothing_left' };

/** Whether the codes of the asker's network are counted for {@link priceOf}. */
export const isShort = ({ used, limit }: { readonly used: number; readonly limit: number }) =>
  used > Math.ceil(limit * FREE_PART);

/**
 * Work grows with what is spent: one bit more for each fifth of the share, and one for each code that the
 * asker's network has had since the share ran short. Work alone does not stop who has many computers: the
 * last half of the share is for networks that have had less than others, so that a flood from many
 * networks leaves a first code, and one more, for everybody else's.
 * @param used how many messages of the share the hour has had, with this one
 * @param ofNetwork how many of them went to the asker's network since the share ran short, with this one
 */
export function priceOf({
  used,
  limit,
  ofNetwork,
}: {
  readonly used: number;
  readonly limit: number;
  readonly ofNetwork: number;
}): Price {
  if (!isShort({ used, limit })) return { kind: 'free' };
  const more = Math.max(0, ofNetwork - FEW_CODES);
  if (used > limit || (more > 0 && used > limit * LAST_PART)) return { kind: 'nothing_left' };
  const fifth = Math.ceil((used / limit) * 5);
  return { kind: 'work', bits: Math.min(32, LEAST_BITS + fifth - 2 + more) };
}
