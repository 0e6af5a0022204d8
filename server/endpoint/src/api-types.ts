import type { HttpBindings } from '@hono/node-server';
import type { AccountContext } from '@portal/server-members/account-context';
import type { ReadMember } from '@portal/server-members/members';
import type { RecordedStepUps } from '@portal/server-members/step-ups';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import type { CallCounts } from '@portal/server-platform/limits/call-counts';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { FindAccessToken, OtherAccounts } from './caller.ts';
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

/**
 * Hono's environment. `Bindings` are Node's request and response, which are missing when a test
 * calls the app directly.
 */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; memberId?: string };
};
export type ApiApp = Hono<ApiEnv>;
export type ApiRequest = Context<ApiEnv>;
