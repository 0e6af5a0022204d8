import type { ApiContext } from '@portal/server-endpoint/api';
import type { AccountContext } from '@portal/server-members/account-context';
import type { PaymentProvider } from '@portal/server-passports/payments/provider';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import type { DatabaseClock } from '@portal/server-platform/database/database-clock';
import type { WorkMonitor } from '@portal/server-platform/metrics/work';
import type { ReleaseReports } from '@portal/server-releases/context';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** The context from which the API, the identity provider and the outbox are created, once per process. */
export type ServerContext = AccountContext & {
  readonly config: Config;
  readonly database: DatabaseHandle;
  /** The clock, where the database is another machine's. */
  readonly databaseClock?: DatabaseClock | undefined;
  readonly log: Logger;
  readonly work: WorkMonitor;
  /** Undefined if passports can be paid for only at the counter. */
  readonly payments?: PaymentProvider | undefined;
  readonly releaseReports: ReleaseReports;
  /** Whether the page of what is live cannot be served: `/ready` refuses, so that this server replaces none that has it. */
  readonly isPageBroken?: () => boolean;
  /** Aborted at the beginning of a shutdown: `/ready` refuses, so that a balancer sends nothing more. */
  readonly leaving?: AbortSignal;
  /** Aborted when the listeners close, so that open event streams are closed. */
  readonly ending?: AbortSignal;
};

export type ServerApiContext = ServerContext & ApiContext;
