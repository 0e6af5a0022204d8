import type { HttpBindings } from '@hono/node-server';
import type {
  AccountContext,
  RecordedStepUps,
  StepUps,
} from '@portal/server-members/account-context';
import type { LinkableAccount } from '@portal/server-members/connections';
import type { RequestDevice } from '@portal/server-members/devices';
import type { ReadMember } from '@portal/server-members/members';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import type { CallCounts } from '@portal/server-platform/limits/call-counts';
import type { Locale } from '@portal/shared-contract';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { EndpointSettings } from './settings.ts';

/** What the calls of the API are made with. A subject adds what its own calls need. */
export type ApiContext = AccountContext & {
  readonly config: EndpointSettings;
  readonly database: DatabaseHandle;
  readonly log: Logger;
  /** Aborted at shutdown, so that open event streams are closed. */
  readonly ending?: AbortSignal;
  readonly recordedStepUps: RecordedStepUps;
  readonly findAccessToken: FindAccessToken;
  readonly callCounts: CallCounts;
  readonly readMember: ReadMember;
  /** Set if members sign in at another identity provider. */
  readonly otherAccounts?: OtherAccounts | undefined;
  /** Validates every response against the contract; an invalid one becomes a 500. For tests. */
  readonly checkAnswers?: boolean;
};

/** Hono's environment; Node's request and response are missing when a test calls the app directly. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; memberId?: string };
};
export type ApiApp = Hono<ApiEnv>;
export type ApiRequest = Context<ApiEnv>;

export type TokenHolder = {
  readonly memberId: string;
  readonly grantId: string;
  /** The `id` of a `DeviceSession`. */
  readonly sessionUid: string;
  readonly scope: string;
  /** The language of the member's messages. */
  readonly locale: 'ja' | 'en';
  readonly termsAccepted: boolean;
  /** The thumbprint of the key of the browser that signed in; null if it sent none. */
  readonly keyThumbprint: string | null;
  /** A password alone signed in, in a browser that is not confirmed for the member. */
  readonly unconfirmed: boolean;
  readonly signedInAt: Date | undefined;
  /** How (RFC 8176). */
  readonly amr: readonly string[];
  /**
   * What shows that a sensitive call comes from the member: the key of the browser, or a recent sign-in at
   * another provider, whose tokens have no such key.
   */
  readonly provedBy: 'browser_key' | 'provider';
};

/** Finds the holder of an access token, for a call of this device; undefined for one that does not hold. */
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

export type Caller = {
  readonly id: string;
  readonly grantId: string;
  readonly sessionUid: string;
  /** The language of the member's messages. */
  readonly locale: Locale;
};

/** The caller of an endpoint that proves the browser, in the browser that signed in. */
export type ProvenCaller = Caller & {
  readonly keyThumbprint: string;
  readonly stepUps: StepUps;
  /** A password alone signed in here, and nothing has confirmed the member since. */
  readonly unconfirmed: boolean;
};

export type Call = {
  /** The language of an `accept-language` header that is exactly `ja` or `en`. */
  readonly locale: Locale | undefined;
  readonly device: RequestDevice;
  /** The network whose calls are counted together: an IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** The browser's answer to the work that a code was made to wait for. */
  readonly work: string | undefined;
};
export type MemberCall = Call & { readonly member: Caller };
export type ProvenCall = Call & { readonly member: ProvenCaller };

/** The identity provider does not answer, so nobody knows whether a token is valid. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';

  constructor(cause: unknown) {
    super('The identity provider does not answer', { cause });
  }
}
