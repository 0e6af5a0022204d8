import { randomUUID } from 'node:crypto';
import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import { type DomainContext, queryRows } from '@portal/server-platform/database/database';
import { findRow, hasRow, updateRows } from '@portal/server-platform/database/rows';
import type { PlatformSettings } from '@portal/server-platform/settings';
import type { Secrets } from '@portal/shared-process/secrets';
import { and, desc, eq, lt, ne, not, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Attachment, outboxMessages } from './schema/outbox.ts';

type Row = typeof outboxMessages.$inferSelect;
/** A message; its text is empty where it is gone, or the key that sealed it is. */
export type OutboxMessage = Omit<Row, 'sealedContent' | keyof MessageContent> & MessageContent;

const NO_CONTENT: MessageContent = {
  subject: '',
  text: '',
  html: null,
  attachments: null,
  unsubscribeUrl: null,
};
/** What a message that is over leaves: to whom and when, and nothing that opens or tells anything. */
const BLANK = { sealedContent: null, subject: '', text: '', html: null, attachments: null };

/** The context of whatever reads or writes the content of messages. */
type SealContext = { readonly config: Pick<PlatformSettings, 'secrets'> };

export type NewMessage = {
  /** A new one, unless it is given. */
  readonly id?: string | undefined;
  readonly recipient: string;
  readonly memberId?: string | undefined;
  readonly locale: 'ja' | 'en';
  /** Queued like any other and never sent, so that the response time does not reveal who has an account. */
  readonly dropped?: boolean;
  /** The message is not sent after this time, because a late code would only confuse. */
  readonly expiresAt?: Date;
} & (
  | {
      readonly kind: 'mail';
      readonly subject: string;
      readonly text: string;
      readonly html?: string;
      readonly attachments?: readonly Attachment[];
      /** Of a mail that the reader need not get. */
      readonly unsubscribeUrl?: string;
    }
  | { readonly kind: 'sms'; readonly text: string }
  | { readonly kind: 'push'; readonly subject: string; readonly text: string }
);

/** A message is given up after this many failures, over more than a day: see {@link retryDelayMs}. */
export const DELIVERY_ATTEMPTS = 16;
/** How long a claim lasts. After this, another sender takes the message. */
export const CLAIM_MS = 60_000;
const REASON_MAX = 200;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 4 * 60 * 60 * 1000;
const KEEP_SENT_MS = 14 * 24 * 60 * 60 * 1000;

/** Not sent yet. The states stand in the statement, for which PostgreSQL then plans. */
export const isWaiting = sql`${outboxMessages.status} in ('sealed', 'queued')`;

export async function queueMessage(
  { db, clock, config }: DomainContext & SealContext,
  message: NewMessage,
): Promise<OutboxMessage> {
  const { id = randomUUID(), kind, recipient, memberId, locale, dropped, expiresAt } = message;
  const { subject, text, html, attachments, unsubscribeUrl }: MessageContent = {
    ...NO_CONTENT,
    ...message,
  };
  const content = { subject, text, html, attachments, unsubscribeUrl };
  const now = clock.now();
  const [queued] = await db
    .insert(outboxMessages)
    .values({
      id,
      kind,
      recipient,
      memberId,
      locale,
      expiresAt,
      sealedContent: sealContent(config.secrets, id, content),
      status: dropped ? 'dropped' : 'sealed',
      createdAt: now,
      nextAttemptAt: now,
    })
    .returning();
  if (!queued) throw new Error('An insert answered no row');
  return withContent(config.secrets, queued);
}

/** The messages, newest first; only those of `recipient` if it is given. */
export async function listMessages(
  { db, config }: Pick<DomainContext, 'db'> & SealContext,
  { recipient, limit = 100 }: { readonly recipient?: string; readonly limit?: number } = {},
): Promise<OutboxMessage[]> {
  const toRecipient = recipient === undefined ? undefined : eq(outboxMessages.recipient, recipient);
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(and(ne(outboxMessages.status, 'dropped'), toRecipient))
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(limit);
  return rows.map((row) => withContent(config.secrets, row));
}

export async function findMessage(
  { db, config }: Pick<DomainContext, 'db'> & SealContext,
  id: string,
): Promise<OutboxMessage | undefined> {
  const row = await findRow({ db }, outboxMessages, { id });
  return row && withContent(config.secrets, row);
}

/** Whether the mailbox or number has refused a message for good, or every try to send it has failed. */
export const hasFailed = (context: Pick<DomainContext, 'db'>, id: string): Promise<boolean> =>
  hasRow(context, outboxMessages, { id, status: 'failed' });

function withContent(secrets: PlatformSettings['secrets'], row: Row): OutboxMessage {
  const { sealedContent, ...others } = row;
  if (sealedContent === null) return { ...NO_CONTENT, ...others };
  return { ...others, ...(openContent(secrets, row.id, sealedContent) ?? NO_CONTENT) };
}

/**
 * Claims the next due message for this sender; parallel senders get different messages. A claim moves
 * the due time into the future, so that another sender finds the message if this one dies.
 * @param kind the kind of message to claim
 */
export async function claimMessage(
  { db, clock, config }: DomainContext & SealContext,
  kind?: OutboxMessage['kind'],
): Promise<OutboxMessage | undefined> {
  const now = clock.now().toISOString();
  const until = new Date(clock.now().getTime() + CLAIM_MS).toISOString();
  const [claimed] = await queryRows<{ id: string }>(
    db,
    sql`update ${outboxMessages} set attempts = attempts + 1, next_attempt_at = ${until}::timestamptz
      where id = (
        select id from ${outboxMessages}
        where status in ('sealed', 'queued') and next_attempt_at <= ${now}::timestamptz
          and (expires_at is null or expires_at > ${now}::timestamptz)
          and ${kind ? sql`kind = ${kind}` : sql`true`}
        order by next_attempt_at limit 1 for update skip locked
      ) returning id`,
  );
  return claimed && findMessage({ db, config }, claimed.id);
}

export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /** `permanent`: another attempt would fail in the same way. `reason` never contains the message's text. */
  | { readonly kind: 'failed'; readonly permanent: boolean; readonly reason: string };

/** Records how a claimed message went and returns its status; a failure is ignored if the claim has lapsed. */
export async function settleMessage(
  { db, clock, config }: DomainContext & { readonly config: Pick<PlatformSettings, 'database'> },
  { id, attempts, status: waiting }: Pick<OutboxMessage, 'id' | 'attempts' | 'status'>,
  outcome: DeliveryOutcome,
): Promise<OutboxMessage['status']> {
  const now = clock.now();
  // The embedded default shows its messages on a page.
  const blank = config.database.kind === 'embedded' ? {} : BLANK;
  if (outcome.kind === 'sent') {
    const sent = { status: 'sent', sentAt: now, lastError: null, ...blank } as const;
    await updateRows({ db }, outboxMessages, { id }, sent);
    return 'sent';
  }
  const isOver = outcome.permanent || attempts >= DELIVERY_ATTEMPTS;
  const status = isOver ? 'failed' : waiting;
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(attempts));
  const lastError = outcome.reason.slice(0, REASON_MAX);
  await db
    .update(outboxMessages)
    .set({ status, nextAttemptAt, lastError, ...(isOver && blank) })
    .where(and(eq(outboxMessages.id, id), eq(outboxMessages.attempts, attempts), isWaiting));
  return status;
}

/**
 * Gives up every queued message of a restored database: the server that was backed up has sent them, or
 * has told its members in another way since.
 * @returns how many
 */
export async function giveUpQueued({ db }: Pick<DomainContext, 'db'>): Promise<number> {
  const given = await db
    .update(outboxMessages)
    .set({ status: 'failed', lastError: 'restored from a backup', ...BLANK })
    .where(isWaiting)
    .returning({ id: outboxMessages.id });
  return given.length;
}

/** 15 s, 30 s, 1 min … at most four hours. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

/** Removes messages that are old or never sent, as they hold personal data; notes those that came too late. */
export async function purgeMessages({
  db,
  clock,
  work,
}: DomainContext & {
  readonly work: { messagesExpired(kind: string, count: number): void };
}): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEEP_SENT_MS);
  const removed = await db
    .delete(outboxMessages)
    .where(
      or(
        and(not(isWaiting), lt(outboxMessages.createdAt, oldest)),
        sql`${outboxMessages.status} = 'dropped'`,
        and(isWaiting, lt(outboxMessages.expiresAt, clock.now())),
      ),
    )
    .returning({ kind: outboxMessages.kind, status: outboxMessages.status });
  const expired = removed.filter(({ status }) => status === 'sealed' || status === 'queued');
  for (const [kind, ofKind] of Map.groupBy(expired, (message) => message.kind)) {
    work.messagesExpired(kind, ofKind.length);
  }
}

const AttachmentSchema = v.variant('kind', [
  v.object({ kind: v.literal('design'), contentId: v.string(), designId: v.string() }),
  v.object({ kind: v.literal('calendar'), name: v.string(), text: v.string() }),
]);
const ContentSchema = v.object({
  /** Empty for SMS messages. */
  subject: v.string(),
  text: v.string(),
  /** Only email messages have it. */
  html: v.nullable(v.string()),
  /** What the files of an email message are made from when it is sent. */
  attachments: v.nullable(v.pipe(v.array(AttachmentSchema), v.readonly())),
  /** Of an email message that the reader need not get: an address that ends these (RFC 8058); older ones have none. */
  unsubscribeUrl: v.optional(v.nullable(v.string()), null),
});
/** What is in a message: codes and links, and what the reader is told. */
export type MessageContent = v.InferOutput<typeof ContentSchema>;

/** One message cannot be put in the place of another. */
const sealOf = (id: string): Seal => ({ purpose: 'outbox', owner: id });

/** Encrypts the content of a message for its row, so that a copy of the database has no code or link. */
export const sealContent = (secrets: Secrets, id: string, content: MessageContent): string =>
  sealText(secrets, sealOf(id), JSON.stringify(content));

/** Decrypts {@link sealContent}; undefined if this server has not the key. */
export function openContent(
  secrets: Secrets,
  id: string,
  sealed: string,
): MessageContent | undefined {
  const opened = v.safeParse(
    v.pipe(v.string(), v.parseJson(), ContentSchema),
    openText(secrets, sealOf(id), sealed),
  );
  return opened.success ? opened.output : undefined;
}
