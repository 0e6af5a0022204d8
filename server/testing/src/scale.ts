import { createHash } from 'node:crypto';
import { accessTokenLookUp } from '@portal/server-identity/tokens/access-tokens';
import { purgeIdp } from '@portal/server-identity/tokens/refresh-rotation';
import { listSessions } from '@portal/server-identity/tokens/sessions';
import { claimMessage, purgeMessages } from '@portal/server-mail/queue';
import { listEvents, signInsSince } from '@portal/server-members/events';
import { findMemberByEmail, findMemberById } from '@portal/server-members/members';
import { memberEventsData } from '@portal/server-members/schema/events';
import {
  listNotifications,
  markAllRead,
  notificationState,
  readNotification,
} from '@portal/server-notifications/notifications';
import { systemClock } from '@portal/server-platform/clock';
import type { Database, DomainContext } from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { deleteEnded } from '@portal/server-platform/database/tables';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { testConfig } from './config.ts';
import type { LoadMember } from './load.ts';
import { ACCEPTED_TERMS } from './members.ts';

/** What PostgreSQL did for one thing that the server asked for. */
export type HotQuery = {
  readonly name: string;
  /** As `explain (analyze, buffers)` prints them, one for each statement. */
  readonly plans: readonly string[];
};

/** A member of a filled database. @param n from 1 to the number of members */
export const filledMember = (n: number): LoadMember => ({
  id: createHash('md5')
    .update(String(n))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  email: `member-${n}@example.com`,
});

/** The id of member `n`, as SQL. Ids are spread like random ones. */
const MEMBER_ID = (n: string) => `md5((${n})::text)::uuid`;
const TOKEN = 'the access token of member 4711';
const EVENTS_OF_EACH = 5;
/** A plan is told when the next statement begins. */
const FLUSH = 'select 1 as flush';
const SEALED_SHARE = 1000;
const BROADCASTS = 100;

/** Statements that fill an empty database; each is one `insert … select` from a series. */
const fillStatements = (members: number, notifications: number): string[] => [
  `insert into members (id, member_code, email, email_normalized, email_verified, last_name,
     first_name, terms_accepted_version, created_at)
   select ${MEMBER_ID('n')}, lpad(n::text, 10, '0'), 'member-' || n || '@example.com',
     'member-' || n || '@example.com', true, '山田', '花子', '${ACCEPTED_TERMS}',
     now() - interval '2 years'
   from generate_series(1, ${members}) n`,
  `insert into oidc_sessions (uid, member_id, payload, created_at, last_seen_at, expires_at)
   select 's' || n, ${MEMBER_ID('n')}, '{"loginTs": 1, "amr": ["pwd"]}', now(), now(),
     now() + interval '1 day'
   from generate_series(1, ${members}) n`,
  ...['Grant', 'AccessToken', 'RefreshToken'].map(
    (kind) => `insert into oidc_payloads (kind, id_hash, payload, member_id, grant_id, session_uid,
       consumed_at, sealed_answer, expires_at)
     select '${kind}', md5('${kind}' || n), '{"scope": "openid"}', ${MEMBER_ID('n')}, 'g' || n,
       's' || n, case when '${kind}' = 'RefreshToken' then now() end,
       case when '${kind}' = 'RefreshToken' and n % ${SEALED_SHARE} = 0 then 'sealed' end,
       now() + interval '1 day'
     from generate_series(1, ${members}) n`,
  ),
  `update oidc_payloads set id_hash = '${secretHash(TOKEN)}'
   where kind = 'AccessToken' and id_hash = md5('AccessToken4711')`,
  // One of a member's after another's, so that each of a member's is on a page of its own.
  `insert into notifications (id, member_id, title, body, published_at, read_at)
   select lpad(to_hex(n), 32, '0')::uuid, ${MEMBER_ID(`(n % ${members}) + 1`)},
     '{"ja": "お知らせ", "en": "News"}',
     jsonb_build_object('ja', repeat('<p>本文</p>', 20), 'en', repeat('<p>Text</p>', 10)),
     now() - (${notifications} - n) * interval '1 second', case when n % 3 > 0 then now() end
   from generate_series(1, ${notifications}) n`,
  `insert into broadcasts (id, title, body, published_at, with_passport, opted_in, by_mail, by_push,
     created_by, created_at)
   select md5('broadcast' || n)::uuid, '{"ja": "お知らせ", "en": "News"}',
     jsonb_build_object('ja', repeat('<p>本文</p>', 20), 'en', repeat('<p>Text</p>', 10)),
     now() - n * interval '3 days', false, false, false, false, 'operator', now()
   from generate_series(1, ${BROADCASTS}) n`,
  `insert into member_events (member_id, kind, happened_at)
   select ${MEMBER_ID(`(n % ${members}) + 1`)}, 'signed_in',
     now() - (${members * EVENTS_OF_EACH} - n) * interval '6 seconds'
   from generate_series(1, ${members * EVENTS_OF_EACH}) n`,
  `insert into outbox_messages (kind, recipient, locale, text, created_at, status, next_attempt_at)
   select 'mail', 'member-' || n || '@example.com', 'ja', 'text',
     now() - (${members} - n) * interval '1 second', 'sent', now()
   from generate_series(1, ${members}) n`,
];

/** Migrates a database and fills it, without the checks of foreign keys. */
export async function fillDatabase(
  url: string,
  counts: { readonly members: number; readonly notifications: number },
  onDone: (statement: string, ms: number) => void,
): Promise<void> {
  await (await openDatabase({ kind: 'postgres', url })).close();
  const client = new pg.Client(url);
  await client.connect();
  try {
    await fill(client, counts, onDone);
  } finally {
    await client.end();
  }
}

async function fill(
  client: pg.Client,
  counts: { readonly members: number; readonly notifications: number },
  onDone: (statement: string, ms: number) => void,
): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query("set maintenance_work_mem = '512MB'");
  // Made at the end they take seconds; kept up row by row, of ten million rows, many minutes.
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexdef not like '%UNIQUE%'`,
    [['notifications', 'member_events', 'oidc_payloads', 'oidc_sessions']],
  );
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  const statements = fillStatements(counts.members, counts.notifications);
  for (const statement of [
    ...statements,
    ...indexes.map(({ indexdef }) => indexdef),
    'vacuum analyze',
  ]) {
    const began = performance.now();
    await client.query(statement);
    onDone(statement.split(/\s+/).slice(0, 3).join(' '), performance.now() - began);
  }
}

/** Asks what the server asks most often, and what its jobs ask, and returns PostgreSQL's plans. */
export async function explainHotQueries(url: string): Promise<HotQuery[]> {
  const client = new pg.Client({
    connectionString: url,
    options: [
      'session_preload_libraries=auto_explain',
      'auto_explain.log_min_duration=0',
      'auto_explain.log_analyze=on',
      'auto_explain.log_buffers=on',
      'client_min_messages=log',
      // Cheap statements are planned for any value after five calls; so are these from the first.
      'plan_cache_mode=force_generic_plan',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  });
  let plans: string[] = [];
  client.on('notice', ({ message }) => {
    if (message?.startsWith('duration')) plans.push(message);
  });
  await client.connect();
  const context: DomainContext = {
    db: drizzle({ client }) as unknown as Database,
    clock: systemClock,
  };
  const { rows } = await client.query(`select ${MEMBER_ID('4711')} as id`);
  const { id } = rows[0] as { id: string };
  const newest = (await listNotifications(context, id, { page: 1, limit: 1 })).items[0];
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
  const asked: Record<string, () => Promise<unknown>> = {
    'access token': () => accessTokenLookUp(context)(TOKEN),
    'member by id': () => findMemberById(context, id),
    'member by email address': () => findMemberByEmail(context, 'member-4711@example.com'),
    'notifications, first page': () => listNotifications(context, id, { page: 1, limit: 10 }),
    'notifications, unread and newest': () => notificationState(context, id),
    'notification, read': () => readNotification(context, id, newest?.id ?? ''),
    'notifications, all read': () => markAllRead(context, id),
    'sessions of a member': () => listSessions(context, id),
    'activities of a member': () => listEvents(context, id, 20),
    'sign-ins of the last hour': () => signInsSince(context, anHourAgo),
    'next message to send': () => claimMessage({ ...context, config: testConfig() }),
    'purge of tokens and sessions': () => purgeIdp(context),
    'purge of messages': () => purgeMessages({ ...context, work: { messagesExpired() {} } }),
    'purge of events': () => deleteEnded(context, [memberEventsData]),
  };
  const found: HotQuery[] = [];
  for (const [name, ask] of Object.entries(asked)) {
    await ask(); // Its pages are in memory afterwards, as those of hot queries are.
    await client.query(FLUSH);
    plans = [];
    await ask();
    await client.query(FLUSH);
    found.push({ name, plans: plans.filter((plan) => !plan.includes(`Query Text: ${FLUSH}\n`)) });
  }
  await client.end();
  return found;
}
