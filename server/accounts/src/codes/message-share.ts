import type { MessageChannel } from '@portal/server-members/messages';
import type { MessageLimitName } from '@portal/server-platform/limits/message-limits';
import type { CodeTarget } from './code-target.ts';

/** Who asks for a message. */
export type Asker =
  | 'stranger'
  | {
      /** When the account was opened; the asker has signed in to it or given its password. */
      readonly memberSince: Date;
      /** The password came from a browser in which the account was signed in before. */
      readonly knownBrowser: boolean;
    };

/**
 * The shares of what the portal may send in an hour. Each has its own count, so that a flood in one
 * takes nothing from the others (docs/decisions/0080-reserved-shares.md).
 */
const SHARES = ['known', 'members', 'strangers'] as const;
export type Share = (typeof SHARES)[number];
export type ShareLimit = Extract<MessageLimitName, `${'mail' | 'sms'}-${Share}-hour`>;

/** An account counts as a stranger's until then: whoever floods can open as many as they like. */
const NEW_ACCOUNT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The share that a message draws on. Known is who gives the right password in a known browser, or has
 * confirmed the number that is texted.
 */
export function shareOf(asker: Asker, { channel, confirmed }: CodeTarget, now: Date): Share {
  if (asker === 'stranger') return 'strangers';
  const age = now.getTime() - asker.memberSince.getTime();
  if (age < NEW_ACCOUNT_MS) return 'strangers';
  return (channel === 'sms' ? confirmed : asker.knownBrowser) ? 'known' : 'members';
}

export const shareLimit = (channel: MessageChannel, share: Share): ShareLimit =>
  `${channel === 'sms' ? 'sms' : 'mail'}-${share}-hour`;

/** All shares of a channel, for an operator's view. */
export const shareLimits = (channel: MessageChannel): ShareLimit[] =>
  SHARES.map((share) => shareLimit(channel, share));
