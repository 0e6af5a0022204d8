import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseHandle } from './db/database.ts';
import type { AccountContext } from './domain/account-context.ts';
import type { WorkMonitor } from './monitoring/work.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { ReleaseReports } from './releases/figures/reports.ts';

/**
 * The context from which the API, the identity provider and the outbox are created, once per
 * process.
 */
export type ServerContext = AccountContext & {
  readonly config: Config;
  readonly database: DatabaseHandle;
  readonly log: Logger;
  readonly work: WorkMonitor;
  /** Undefined if passports can be paid for only at the counter. */
  readonly payments?: PaymentProvider | undefined;
  readonly releaseReports: ReleaseReports;
  /** Aborted at shutdown, so that open event streams are closed. */
  readonly ending?: AbortSignal;
};

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
  /** When the member last signed in, in this session. */
  readonly signedInAt: Date | undefined;
  /** How (RFC 8176). */
  readonly amr: readonly string[];
};

/** Finds the holder of an access token; undefined for one that is unknown, expired or revoked. */
export type FindAccessToken = (token: string) => Promise<TokenHolder | undefined>;
