import { randomUUID } from 'node:crypto';
import { createApi } from '../api/index.ts';
import type { ServerContext } from '../context.ts';
import { type Database, type DatabaseHandle, openDatabase } from '../db/database.ts';
import { passkeys } from '../db/schema/second-factors.ts';
import { issueConnectionTicket } from '../domain/connection-tickets.ts';
import { linkConnection } from '../domain/connections.ts';
import { setPassword } from '../domain/credentials.ts';
import { tellOfLock } from '../domain/getting-in/tell-of-lock.ts';
import { createMember, type MemberRecord, type NewMember } from '../domain/members.ts';
import {
  type NewNotification,
  type NotificationRecord,
  sendNotification,
} from '../domain/notifications.ts';
import { listMessages, type OutboxMessage } from '../domain/outbox.ts';
import { accessTokenLookUp } from '../idp/access-tokens.ts';
import { createLog } from '../log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { testConfig } from './config.ts';
import { createTestPayments, type TestPayments } from './payments.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { signInAs } from './sessions.ts';
import { openSnapshot } from './snapshot.ts';

export { createTestClock, type TestClock } from './clock.ts';
export { testConfig } from './config.ts';

/** Both databases that the server runs on, for `describe.each`. */
export const DATABASES = ['pglite', 'postgres'] as const;

export type TestServerOptions = {
  /** PGlite in memory (0.3 s) unless told otherwise. */
  readonly database?: (typeof DATABASES)[number];
  readonly clock?: TestClock;
  readonly config?: Parameters<typeof testConfig>[0];
};

export type TestServer = {
  /** The API in process: `api.fetch(new Request('http://localhost:4302/userinfo', …))`. */
  readonly api: { fetch(request: Request): Promise<Response> };
  readonly context: ServerContext;
  readonly db: Database;
  readonly clock: TestClock;
  /** A member; without an e-mail address one is made up. */
  createMember(member?: Partial<NewMember> & { readonly password?: string }): Promise<MemberRecord>;
  /** Opens a session as if by the identity provider; its access token lives five minutes. */
  signInAs(memberId: string): Promise<{ accessToken: string }>;
  /** A passkey of the member's, with nobody who could use it. */
  addPasskey(memberId: string, name: string): Promise<unknown>;
  /** Links a LINE account of the member's own. */
  linkLine(memberId: string): Promise<unknown>;
  /** What the identity provider hands to the sign-up of somebody whom it knows by LINE alone. */
  lineTicket(): Promise<string>;
  /** The mail about a lock, as wrong passwords bring it. */
  mailLock(memberId: string): Promise<unknown>;
  sendNotification(
    memberId: string,
    notification: Omit<NewNotification, 'memberId'>,
  ): Promise<NotificationRecord>;
  /** The sandbox of the payment provider, where one is configured. */
  readonly payments: TestPayments | undefined;
  readonly outbox: { messages(): Promise<OutboxMessage[]> };
  /** Every line that the server has logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
};

/** The real server without ports, on a database of its own. Close it when the test has ended. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? createTestClock();
  const database = await openTestDatabase(options.database ?? 'pglite');
  const log: string[] = [];
  const config = testConfig(options.config);
  const logger = createLog('info', { write: (line) => log.push(line) });
  // What the provider calls back is made from a context that holds the provider.
  const api = { fetch: async (request: Request): Promise<Response> => app.fetch(request) };
  const paying =
    config.payment && createTestPayments({ config, clock, log: logger }, config.payment, api);
  const context: ServerContext = {
    config,
    db: database.db,
    database,
    clock,
    log: logger,
    payments: paying?.provider,
  };
  const app = createApi({
    ...context,
    findAccessToken: accessTokenLookUp(context),
    checkAnswers: true,
  });
  let members = 0;
  let people = 0;

  return {
    api,
    context,
    db: database.db,
    clock,
    log,
    async createMember({ password, ...profile } = {}) {
      members += 1;
      const member = await createMember(context, {
        email: `member-${members}@example.com`,
        ...profile,
      });
      if (member === 'email_taken') throw new Error(`${profile.email} is taken`);
      if (password === undefined) return member;
      if ((await setPassword(context, member.id, password)) === 'busy') throw new Error('busy');
      return { ...member, passwordSet: true };
    },
    addPasskey: (memberId, name) =>
      database.db.insert(passkeys).values({
        id: randomUUID(),
        memberId,
        name,
        publicKey: '',
        counter: 0,
        transports: ['internal'],
        backedUp: false,
        createdAt: clock.now(),
      }),
    linkLine: (memberId) =>
      linkConnection(context, memberId, { connection: 'line', subject: `line-${memberId}` }),
    lineTicket() {
      people += 1;
      return issueConnectionTicket(context, { connection: 'line', subject: `newcomer-${people}` });
    },
    mailLock: (memberId) => tellOfLock(context, memberId),
    signInAs: (memberId) => signInAs(context, memberId),
    sendNotification: (memberId, notification) =>
      sendNotification(context, { memberId, ...notification }),
    payments: paying?.payments,
    outbox: { messages: () => listMessages(context) },
    close: () => database.close(),
  };
}

let postgres: Promise<TestPostgres> | undefined;
let users = 0;

/** A migrated database of the test's own. The PostgreSQL behind it is shared and ends with the last. */
export async function openTestDatabase(kind: (typeof DATABASES)[number]): Promise<DatabaseHandle> {
  if (kind === 'pglite') return openSnapshot();
  users += 1;
  postgres ??= startPostgres();
  const server = await postgres;
  const handle = await openDatabase({ kind: 'postgres', url: await server.createDatabase() });
  return {
    ...handle,
    async close() {
      await handle.close();
      users -= 1;
      if (users > 0) return;
      postgres = undefined;
      await server.stop();
    },
  };
}
