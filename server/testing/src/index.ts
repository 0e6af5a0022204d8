import { randomUUID } from 'node:crypto';
import {
  noteSessionOfTrust,
  trustBrowser,
} from '@portal/server-accounts/browsers/trusted-browsers';
import { announcePassport } from '@portal/server-accounts/changes/announce-change';
import { mailSignIn } from '@portal/server-accounts/changes/not-me';
import { messageMonitor } from '@portal/server-accounts/codes/messages';
import { sendLockEmail } from '@portal/server-accounts/mail-links/mail-links';
import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { hashPassword } from '@portal/server-accounts/password/password-hash';
import { passkeys } from '@portal/server-accounts/schema/second-step-methods';
import { makeRecoveryCodes } from '@portal/server-accounts/second-step/recovery-codes';
import { issueConnectionTicket } from '@portal/server-accounts/sign-up/sign-up';
import { recordStepUp } from '@portal/server-accounts/step-up/recorded-step-ups';
import { openOtherProvider } from '@portal/server-identity/other-provider';
import { accessTokenLookUp } from '@portal/server-identity/tokens/access-tokens';
import { signInSessions } from '@portal/server-identity/tokens/sessions';
import { listMessages, type OutboxMessage } from '@portal/server-mail/queue';
import { createApi } from '@portal/server-main';
import type { ServerContext } from '@portal/server-main/context';
import { PERSONAL_TABLES } from '@portal/server-main/personal-tables';
import { messageSender } from '@portal/server-main/send';
import { linkConnection } from '@portal/server-members/connections';
import {
  createMember,
  type MemberRecord,
  type NewMember,
  reloadMember,
} from '@portal/server-members/members';
import {
  type NewNotification,
  type NotificationRecord,
  sendNotification,
} from '@portal/server-notifications/notifications';
import {
  type Database,
  type DatabaseHandle,
  inTransaction,
  queryRows,
} from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { createLog } from '@portal/server-platform/metrics/log';
import { createMetrics } from '@portal/server-platform/metrics/metrics';
import { workMonitor } from '@portal/server-platform/metrics/work';
import { createReleaseReports } from '@portal/server-releases/canary/canary-watch';
import type { Act } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';
import { createTestClock, type TestClock } from './clock.ts';
import { testConfig } from './config.ts';
import { ACCEPTED_TERMS } from './members.ts';
import { createTestPayments, type TestPayments } from './payments.ts';
import { renewSessions, type SignInOptions, signInAs, type TestSession } from './sessions.ts';
import { createSharedDatabase } from './shared-postgres.ts';

export { createTestClock, type TestClock } from './clock.ts';
export { messageLimits, testConfig } from './config.ts';
export type { TestSession } from './sessions.ts';

export type TestServerOptions = {
  /** A PostgreSQL database that several servers share, instead of one of its own. */
  readonly databaseUrl?: string;
  /** An open database, which outlives the server. */
  readonly handle?: DatabaseHandle;
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  readonly directUrl?: string;
  readonly clock?: TestClock;
  readonly config?: Parameters<typeof testConfig>[0];
};

export type TestServer = {
  /** The API without a port: `api.fetch(new Request('http://localhost:4302/userinfo', …))`. */
  readonly api: { fetch(request: Request): Promise<Response> };
  readonly context: ServerContext;
  readonly db: Database;
  readonly clock: TestClock;
  /** Creates a member with a confirmed email address; without one, an address is generated. */
  createMember(member?: Partial<NewMember> & { readonly password?: string }): Promise<MemberRecord>;
  /** Opens a session as the identity provider would; its access token lives five minutes. */
  signInAs(memberId: string, options?: SignInOptions): Promise<TestSession>;
  /** Records that the member has confirmed an act in a session, as the identity provider's page does. */
  confirmAct(memberId: string, session: TestSession, act: Act): Promise<unknown>;
  /** Lets the member's access tokens live on after the clock was moved. */
  renewSessions(memberId: string): Promise<void>;
  /** Stores a passkey of the member that no test can sign in with. */
  addPasskey(memberId: string, name: string): Promise<unknown>;
  /** Lets the member trust a browser, which is signed in with a session or signed out. */
  trustBrowser(
    memberId: string,
    browser: { readonly userAgent: string; readonly sessionUid?: string | undefined },
  ): Promise<unknown>;
  /** Makes the member's recovery codes. */
  makeRecoveryCodes(memberId: string): Promise<readonly string[]>;
  /** Links a new LINE account to the member. */
  linkLine(memberId: string): Promise<unknown>;
  /** Issues the ticket that the identity provider gives for a sign-up with LINE. */
  lineTicket(): Promise<string>;
  /** Sends the email message about a lock after wrong passwords. */
  mailLock(memberId: string): Promise<unknown>;
  /** Sends the email message about a sign-in from a new device. */
  mailSignIn(memberId: string): Promise<unknown>;
  sendNotification(
    memberId: string,
    notification: Omit<NewNotification, 'memberId'>,
  ): Promise<NotificationRecord>;
  /** The payment sandbox, if one is configured. */
  readonly payments: TestPayments | undefined;
  /** What was sent, newest first, by the calls to the API that have begun. */
  readonly outbox: { messages(): Promise<OutboxMessage[]> };
  /** What `/metrics` answers. */
  metrics(): Promise<string>;
  /** The lines that the server has logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
};

/** More than a test file sends. With equal times of the test clock, a page of them would be any of them. */
const ALL_MESSAGES = 100_000;

const hashes = new Map<string, Promise<string>>();

/** The hash of a password, made once in a test file: each takes 8 ms of a core or more. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password);
  if (known) return known;
  const made = hashPassword(password).then((hash) => {
    if (hash === 'busy') throw new Error('busy');
    return hash;
  });
  hashes.set(password, made);
  return made;
}

/** Starts the real server without ports, on its own database. Close it after the test. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? createTestClock();
  const { databaseUrl, directUrl, handle } = options;
  const database =
    handle ??
    (await (databaseUrl === undefined
      ? openTestDatabase()
      : openDatabase({ kind: 'postgres', url: databaseUrl, directUrl })));
  const log: string[] = [];
  const config = testConfig(options.config);
  const logger = createLog('info', { write: (line) => log.push(line) });
  // The API that the provider calls back is created later, from a context that contains the provider.
  const underWay = new Set<Promise<Response>>();
  const api = {
    async fetch(request: Request): Promise<Response> {
      const response = Promise.resolve(app.fetch(request));
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
  };
  const paying =
    config.payment && createTestPayments({ config, clock, log: logger }, config.payment, api);
  const metrics = createMetrics();
  const context: ServerContext = {
    config,
    db: database.db,
    database,
    clock,
    log: logger,
    work: workMonitor(logger, metrics),
    payments: paying?.provider,
    sendMessage: messageSender(config),
    messageMonitor: messageMonitor({ config, db: database.db, clock, log: logger }, metrics),
    sessions: signInSessions,
    announcePassport,
    tables: PERSONAL_TABLES,
    releaseReports: createReleaseReports({ db: database.db, clock }, metrics),
  };
  const other = config.otherProvider && (await openOtherProvider(context, config.otherProvider));
  const app = createApi({
    ...context,
    findAccessToken: other?.findAccessToken ?? accessTokenLookUp(context),
    otherAccounts: other?.accounts,
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
        termsAcceptedVersion: ACCEPTED_TERMS,
        emailVerified: true,
        ...profile,
      });
      if (member === 'email_taken') throw new Error(`${profile.email} is taken`);
      if (password === undefined) return member;
      await storePasswordHash(context, member.id, await hashOnce(password));
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
    async trustBrowser(memberId, { userAgent, sessionUid }) {
      const browser = { knownDevice: randomUUID(), device: { userAgent } };
      const { id } = await trustBrowser(context, memberId, browser);
      if (sessionUid) await noteSessionOfTrust(context, { id, memberId, sessionUid });
    },
    makeRecoveryCodes: (memberId) => makeRecoveryCodes(context, memberId),
    linkLine: (memberId) =>
      linkConnection(context, memberId, { connection: 'line', subject: `line-${memberId}` }),
    lineTicket() {
      people += 1;
      return issueConnectionTicket(context, { connection: 'line', subject: `newcomer-${people}` });
    },
    mailLock: (memberId) => sendLockEmail(context, memberId),
    mailSignIn: async (memberId) =>
      mailSignIn(context, await reloadMember(context, memberId), 'new_device', {}),
    signInAs: (memberId, options) => signInAs(context, memberId, options),
    confirmAct(memberId, { sessionUid, browserKey }, act) {
      const { thumbprint: keyThumbprint } = browserKey;
      return recordStepUp(context, { memberId, sessionUid, keyThumbprint }, act);
    },
    renewSessions: (memberId) => renewSessions(context, memberId),
    sendNotification: (memberId, notification) =>
      sendNotification(context, { memberId, ...notification }),
    payments: paying?.payments,
    outbox: {
      async messages() {
        await Promise.allSettled(underWay);
        return listMessages(context, { limit: ALL_MESSAGES });
      },
    },
    metrics: () => metrics.metrics(),
    async close() {
      if (!handle) await database.close();
    },
  };
}

/** What all tests of a file or block share, and what is closed after them. */
export function shared<T extends Pick<TestServer, 'close'>>(start: () => Promise<T>): T {
  const made = {} as T;
  beforeAll(async () => void Object.assign(made, await start()));
  afterAll(() => made.close());
  return made;
}

/** The same, made anew for each test, on one database that is empty before each: a new one takes much longer. */
export function fresh<T extends Pick<TestServer, 'close'>>(
  start: (database: DatabaseHandle) => Promise<T>,
): T {
  const made = {} as T;
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(async () => void Object.assign(made, await start(database)));
  afterEach(async () => {
    await made.close();
    await emptyDatabase(database.db);
  });
  afterAll(() => database.close());
  return made;
}

/** Removes what tests have written. What the migrations have written stays, and no trigger keeps a row. */
async function emptyDatabase(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    const tables = await queryRows<{ name: string }>(
      tx,
      sql`select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename not in ('schema_floor', 'terms_versions')`,
    );
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join()} restart identity`));
  });
}

export const sharedServer = (options?: TestServerOptions): TestServer =>
  shared(() => startTestServer(options));
export const freshServer = (options?: TestServerOptions): TestServer =>
  fresh((handle) => startTestServer({ ...options, handle }));

/** Opens a migrated PostgreSQL database for one test. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
  const { url, drop } = await createSharedDatabase('migrated');
  const handle = await openDatabase({ kind: 'postgres', url });
  return {
    ...handle,
    async close() {
      await handle.close();
      await drop();
    },
  };
}
