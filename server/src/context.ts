import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseHandle } from './db/database.ts';
import type { PaymentProvider } from './payments/provider.ts';

/** What the doors (API, identity provider, outbox) are made from, once per process. */
export type ServerContext = {
  readonly config: Config;
  readonly db: Database;
  readonly database: DatabaseHandle;
  readonly clock: Clock;
  readonly log: Logger;
  /** Undefined where passes are paid for at the counter alone. */
  readonly payments?: PaymentProvider | undefined;
  /** Aborted when the process is told to end: answers that go on by themselves stop. */
  readonly ending?: AbortSignal;
};

/** All that the domain knows: no HTTP, no OIDC. */
export type DomainContext = { readonly db: Database; readonly clock: Clock };

/** Who a bearer token stands for, and the sign-in that it came from. */
export type TokenHolder = {
  readonly memberId: string;
  readonly grantId: string;
  /** `id` in `listSessions`, `exceptSession` of `endSessionsOf`. */
  readonly sessionUid: string;
  readonly scope: string;
};

/** `undefined` for a token that is unknown, expired or ended. */
export type FindAccessToken = (token: string) => Promise<TokenHolder | undefined>;
