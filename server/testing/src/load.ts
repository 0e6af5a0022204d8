import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { hashPassword } from '@portal/server-accounts/password/password-hash';
import { recordStepUp } from '@portal/server-accounts/step-up/recorded-step-ups';
import { createMember } from '@portal/server-members/members';
import { sendBroadcast } from '@portal/server-notifications/broadcasts/broadcasts';
import { systemClock } from '@portal/server-platform/clock';
import { type DomainContext, queryRows } from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import type { Act } from '@portal/shared-contract';
import { generateSecrets } from '@portal/shared-process/secrets';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { listenOnFreePort } from './listen.ts';
import { storeNotifications } from './load-fixtures.ts';
import { ACCEPTED_TERMS } from './members.ts';
import { signInAs, type TestSession } from './sessions.ts';

export type LoadMember = { readonly id: string; readonly email: string };

/** Migrates and fills the database on which a real server is measured. */
export type LoadDatabase = {
  /** Creates members with verified addresses and, if given, one password for all. */
  createMembers(emails: readonly string[], password?: string): Promise<LoadMember[]>;
  /** Gives each member `count` notifications, every third unread. */
  createNotifications(members: readonly LoadMember[], count: number): Promise<void>;
  /** Opens a session as the identity provider would; its access token lives five minutes. */
  signInAs(member: LoadMember): Promise<TestSession>;
  /** Allows sensitive changes in a session, as a code to the confirmed address would. */
  prove(member: LoadMember, session: TestSession, act: Act): Promise<unknown>;
  /** Sends a broadcast to all members. @returns its id */
  sendBroadcast(): Promise<string>;
  /** What a table takes on disk, with its indexes. */
  bytesOf(table: string): Promise<number>;
  close(): Promise<void>;
};

/** As many as the connections of the pool. */
const AT_ONCE = 10;

export async function openLoadDatabase(url: string): Promise<LoadDatabase> {
  const handle = await openDatabase({ kind: 'postgres', url });
  const context = { db: handle.db, clock: systemClock };
  return {
    async createMembers(emails, password) {
      const hash = password === undefined ? undefined : await hashPassword(password);
      if (hash === 'busy') throw new Error('busy');
      const made: LoadMember[] = [];
      for (let from = 0; from < emails.length; from += AT_ONCE) {
        const some = emails.slice(from, from + AT_ONCE);
        made.push(...(await Promise.all(some.map((email) => createOne(context, email, hash)))));
      }
      return made;
    },
    async createNotifications(members, count) {
      for (const { id } of members) await storeNotifications(context, id, count);
    },
    signInAs: ({ id }) => signInAs(context, id),
    prove: ({ id }, { sessionUid, browserKey }, act) =>
      recordStepUp(
        context,
        { memberId: id, sessionUid, keyThumbprint: browserKey.thumbprint },
        act,
      ),
    async sendBroadcast() {
      const sent = await sendBroadcast(context, {
        id: randomUUID(),
        title: { ja: 'お知らせ', en: 'News' },
        body: { ja: '<p>本文</p>'.repeat(20), en: '<p>Text</p>'.repeat(20) },
        externalLink: null,
        locale: null,
        country: null,
        withPassport: false,
        optedIn: false,
        byMail: false,
        byPush: false,
        createdBy: 'bench',
      });
      if (sent === 'past') throw new Error('past');
      return sent.id;
    },
    async bytesOf(table) {
      const size = sql`select pg_total_relation_size(${table}::regclass) as bytes`;
      return Number((await queryRows<{ bytes: string }>(handle.db, size))[0]?.bytes);
    },
    close: () => handle.close(),
  };
}

async function createOne(
  context: DomainContext,
  email: string,
  passwordHash: string | undefined,
): Promise<LoadMember> {
  const member = await createMember(context, {
    email,
    emailVerified: true,
    termsAcceptedVersion: ACCEPTED_TERMS,
  });
  if (member === 'email_taken') throw new Error(`${email} is taken`);
  if (passwordHash !== undefined) await storePasswordHash(context, member.id, passwordHash);
  return { id: member.id, email };
}

/** Starts an SMTP server on loopback that accepts every message and keeps none. */
export async function startMailSink(): Promise<{
  readonly url: string;
  /** Ends when it has accepted another message. */
  next(): Promise<void>;
  close(): void;
}> {
  const accepted = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      accepted.emit('mail');
      stream.on('end', callback).resume();
    },
  });
  server.on('error', () => {});
  const port = await listenOnFreePort(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: async () => void (await once(accepted, 'mail')),
    close: () => void server.close(),
  };
}

export { generateSecrets as newSecrets } from '@portal/shared-process/secrets';

/** The environment variables with the secrets for a server with PostgreSQL. */
export function secretsForEnvironment({ cookieKeys, secretKeys, signingKeys } = generateSecrets()) {
  const vapid = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    COOKIE_KEYS: cookieKeys.join(','),
    SECRET_KEYS: secretKeys.join(','),
    SIGNING_KEYS: JSON.stringify(signingKeys),
    TURNSTILE_KEYS: ed25519(),
    VAPID_KEYS: JSON.stringify([vapid.privateKey.export({ format: 'jwk' })]),
  };
}

const ed25519 = () =>
  JSON.stringify([generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })]);
