import type { LinkableAccount } from '@portal/server-members/connections';
import type { RequestDevice } from '@portal/server-members/devices';

/** The member and the session of an access token. */
export type TokenHolder = {
  readonly memberId: string;
  readonly grantId: string;
  /** The `id` of a `DeviceSession`. */
  readonly sessionUid: string;
  readonly scope: string;
  /** The language of the member's messages. */
  readonly locale: 'ja' | 'en';
  /** Whether the member has accepted the terms in force. */
  readonly termsAccepted: boolean;
  /** The thumbprint of the key of the browser that signed in; null if it sent none. */
  readonly keyThumbprint: string | null;
  /** A password alone signed in, in a browser that is not confirmed for the member. */
  readonly unconfirmed: boolean;
  /** When the member last signed in, in this session. */
  readonly signedInAt: Date | undefined;
  /** How (RFC 8176). */
  readonly amr: readonly string[];
  /**
   * What shows that a sensitive call comes from the member: the key of the browser, or a recent sign-in at
   * another provider, whose tokens have no such key.
   */
  readonly provedBy: 'browser_key' | 'provider';
};

/**
 * Finds the holder of an access token; undefined for one that is unknown, expired or revoked.
 * @param device where the call comes from
 */
export type FindAccessToken = (
  token: string,
  device?: RequestDevice,
) => Promise<TokenHolder | undefined>;

/** The accounts at another identity provider (docs/decisions/0050-any-openid-provider.md). */
export type OtherAccounts = {
  /** Why the person of a valid access token is no member yet. */
  problemOf(token: string): Promise<'user.link_required' | 'user.email_unconfirmed' | undefined>;
  /** The account of a token that is linked to no member, and the member with its confirmed address. */
  findLinkable(token: string): Promise<LinkableAccount | undefined>;
};
