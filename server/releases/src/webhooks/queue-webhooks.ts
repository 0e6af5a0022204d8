import { createHash } from 'node:crypto';
import type { SignedEntry } from '@portal/delivery-model/log/entry';
import type { PartRelease } from '@portal/delivery-model/log/operations';
import type { Actor, EnvironmentState } from '@portal/delivery-model/state';
import { queueMessage } from '@portal/server-mail/queue';
import type { ReleaseContext } from '../context.ts';
import { type ReleaseEvent, releaseEvents } from './release-events.ts';
import { addressId } from './webhook-settings.ts';

const GIVEN_UP_AFTER_MS = 24 * 60 * 60 * 1000;

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;

/** Queues what an entry tells, in the transaction that adds it to the log. */
export async function queueEntryWebhooks(
  context: Context,
  { entry, hash }: SignedEntry,
  before: EnvironmentState,
): Promise<void> {
  const { seq, at, by, operation } = entry;
  const facts = {
    seq,
    by,
    ...('reason' in operation && operation.reason !== undefined && { reason: operation.reason }),
    ...(operation.type === 'grow' && { under: operation.under }),
  };
  for (const event of releaseEvents(before, entry)) {
    await queueEvent(context, event, { at, facts, unique: hash });
  }
}

/**
 * Queues that a release was published. A publication that is repeated is told again with the same id, since nothing
 * else says whether it was told the first time.
 */
export async function queuePublished(
  context: Context,
  { part, version }: PartRelease,
  by: Actor,
): Promise<void> {
  await queueEvent(
    context,
    { type: 'release.published', part, version },
    { at: context.clock.now().toISOString(), facts: { by }, unique: version },
  );
}

async function queueEvent(
  context: Context,
  { type, ...what }: ReleaseEvent,
  { at, facts, unique }: { readonly at: string; readonly facts: object; readonly unique: string },
): Promise<void> {
  const { webhooks, releases } = context.config;
  const { environment } = releases;
  const id = createHash('sha256').update(`${environment} ${unique} ${type} ${what.part}`);
  const body = { type, timestamp: at, data: { environment, ...what, ...facts } };
  const message = {
    kind: 'webhook',
    locale: 'en',
    subject: `msg_${id.digest('base64url')}`,
    text: JSON.stringify(body),
    expiresAt: new Date(context.clock.now().getTime() + GIVEN_UP_AFTER_MS),
  } as const;
  for (const url of webhooks?.urls ?? []) {
    await queueMessage(context, { ...message, recipient: addressId(url) });
  }
}
