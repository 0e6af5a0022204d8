import type { EmailMessage } from '@portal/server-mail/email-message';
import { isWaiting } from '@portal/server-mail/queue';
import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { BroadcastMessage } from '@portal/server-members/messages';
import { members } from '@portal/server-members/schema/members';
import { type Database, queryRows, transact } from '@portal/server-platform/database/database';
import { updateRows } from '@portal/server-platform/database/rows';
import type { WorkMonitor } from '@portal/server-platform/metrics/work';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { type Locale, previewText } from '@portal/shared-contract';
import { and, asc, isNull, lte, or, sql } from 'drizzle-orm';
import { listPush } from '../push/push-subscriptions.ts';
import { broadcasts } from '../schema/broadcasts.ts';
import { pushSubscriptions } from '../schema/push-subscriptions.ts';
import { type Broadcast, IS_FOR } from './broadcasts.ts';

const EVERY_MS = 1_000;
/** Members in a wave. It waits while as many messages have not been tried, so that a code waits for these at most. */
export const WAVE_SIZE = 50;
/** It waits too while so many wait for another attempt, as all do when the mail server is away. */
const WAITING_MAX = 5_000;
/** How many members one wave looks at, where few are in the segment. */
const LOOKED_AT = 5_000;
/** News of days ago is no news. */
const EXPIRES_MS = 2 * 24 * 60 * 60 * 1000;

/** Whether the member `m` wishes news by email, at an address that is theirs. */
const IS_SUBSCRIBED = sql.raw(`m.email_verified and coalesce(m.email_opt_in, false)`);

type Reader = {
  readonly id: string;
  readonly email: string;
  readonly locale: Locale;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly byMail: boolean;
};

/**
 * Queues the email and push messages of the next members of one broadcast. The place that it has come to is stored with
 * them, so that it goes on there after a restart, and on whichever replica. Email goes to those who have
 * subscribed to news, at a confirmed address.
 * @returns how many messages were queued; undefined if there was nothing to do
 */
export function sendWave(context: AccountContext): Promise<number | undefined> {
  return transact(context, async (tx) => {
    const now = tx.clock.now();
    const [broadcast] = await tx.db
      .select()
      .from(broadcasts)
      .where(
        and(
          or(broadcasts.byMail, broadcasts.byPush),
          isNull(broadcasts.wavesEndedAt),
          isNull(broadcasts.withdrawnAt),
          lte(broadcasts.publishedAt, now),
        ),
      )
      .orderBy(asc(broadcasts.publishedAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!broadcast || (await isQueueFull(tx.db))) return undefined;
    const { readers, cursor } = await nextReaders(tx.db, broadcast);
    const queued = { mails: 0, pushes: 0 };
    for (const reader of readers) await sendTo(tx, broadcast, reader, queued);
    await updateRows(
      tx,
      broadcasts,
      { id: broadcast.id },
      {
        waveCursor: cursor,
        ...(cursor === null && { wavesEndedAt: now }),
        mails: broadcast.mails + queued.mails,
        pushes: broadcast.pushes + queued.pushes,
      },
    );
    return queued.mails + queued.pushes;
  });
}

async function isQueueFull(db: Database): Promise<boolean> {
  const [queue] = await queryRows<{ untried: number; waiting: number }>(
    db,
    sql`select (count(*) filter (where attempts = 0))::int as untried, count(*)::int as waiting
      from (select attempts from ${outboxMessages} where ${isWaiting} limit ${WAITING_MAX}) messages`,
  );
  return !queue || queue.untried >= WAVE_SIZE || queue.waiting >= WAITING_MAX;
}

/** The next members of the segment who get a message, in the order of their ids, and where to go on; null at the end. */
async function nextReaders(db: Database, { id, waveCursor }: Broadcast) {
  const after = waveCursor === null ? sql`true` : sql`m.id > ${waveCursor}::uuid`;
  const [edge] = await queryRows<{ id: string }>(
    db,
    sql`select id from ${members} m where ${after} order by id offset ${LOOKED_AT - 1} limit 1`,
  );
  const until = edge ? sql`m.id <= ${edge.id}::uuid` : sql`true`;
  const readers = await queryRows<Reader>(
    db,
    sql`select m.id, m.email, m.locale, m.last_name as "lastName", m.first_name as "firstName",
        b.by_mail and ${IS_SUBSCRIBED} as "byMail"
      from ${members} m join ${broadcasts} b on b.id = ${id} and ${IS_FOR}
      where ${after} and ${until} and (b.by_mail and ${IS_SUBSCRIBED} or b.by_push and exists (
        select from ${pushSubscriptions} where member_id = m.id))
      order by m.id limit ${WAVE_SIZE}`,
  );
  const last = readers.length === WAVE_SIZE ? readers.at(-1) : edge;
  return { readers, cursor: last?.id ?? null };
}

async function sendTo(
  tx: AccountContext,
  { id, title, body, byPush }: Broadcast,
  reader: Reader,
  queued: { mails: number; pushes: number },
): Promise<void> {
  const url = portalUrl(tx, reader.locale, `/my-page/notifications/${id}`);
  const message = { kind: 'broadcast', title, body, url } as const;
  const expiresAt = new Date(tx.clock.now().getTime() + EXPIRES_MS);
  if (reader.byMail) {
    await tx.sendMessage(tx, reader, message, { expiresAt });
    queued.mails += 1;
  }
  for (const browser of byPush ? await listPush(tx, reader.id) : []) {
    const to = { id: reader.id, push: browser.id, locale: reader.locale };
    await tx.sendMessage(tx, to, message, { expiresAt });
    queued.pushes += 1;
  }
}

/** Sends a wave every second, one after the other; returns a function that ends this. */
export function startWaves(
  context: AccountContext & { readonly work: Pick<WorkMonitor, 'jobEnded'> },
): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    const began = performance.now();
    underWay ??= sendWave(context)
      .then(
        (messages) => {
          if (messages) context.work.jobEnded('broadcasts', 'done', began, { messages });
        },
        (err) => context.work.jobEnded('broadcasts', 'failed', began, { err }),
      )
      .finally(() => {
        underWay = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/** Ends of the elements that part a body's text. */
const ENDS = /<br\b[^>]*>|<\/(?:p|h[1-6]|li|div|blockquote|tr)\s*>/i;

/** The email of a broadcast: its text without the HTML, and the way to it. */
export function broadcastEmail(
  locale: Locale,
  { title, body, url }: BroadcastMessage,
): EmailMessage {
  return {
    subject: title[locale],
    paragraphs: body[locale].split(ENDS).map(previewText).filter(Boolean),
    button: { label: msg`Read it in the portal`, url },
    notes: [
      msg`You receive this because you have subscribed to news by email. You can turn it off under “Notifications and display” in the portal.`,
    ],
  };
}

/** Its push message has the title alone: the operator writes it to many, so it says nothing of the reader. */
export function broadcastPush(
  locale: Locale,
  { title }: BroadcastMessage,
): { readonly subject: string; readonly text: string } {
  return {
    subject: title[locale],
    text: translator(locale)(msg`You can see it in the portal.`),
  };
}
