import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { FindAccessToken, OtherAccounts, ServerContext } from '../context.ts';
import type { CallCounts } from '../domain/call-counts.ts';
import type { ReadMember } from '../domain/members.ts';

export type ApiContext = ServerContext & {
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
