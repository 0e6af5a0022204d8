import type { DomainContext } from '@portal/server-platform/database/database';
import { isCalendarDate, LocaleSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import { sendOperatorNotifications, TEXT_ENTRIES } from '../operator-notification.ts';
import {
  approveBroadcast,
  type Broadcast,
  countReaders,
  findBroadcast,
  listBroadcasts,
  sendBroadcast,
  withdrawBroadcast,
} from './broadcasts.ts';

const TITLE_MAX = 200;
/** Every list that shows it carries it whole. */
const BODY_MAX = 10_000;

const some = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const inBoth = (max: number) => v.object({ ja: some(max), en: some(max) });

const BroadcastTextSchema = v.object({
  ...TEXT_ENTRIES,
  title: inBoth(TITLE_MAX),
  body: inBoth(BODY_MAX),
});

/** `2026-12-01 09:00`, of the clocks in Japan. */
const JapanTimeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d$/),
  v.check((time) => isCalendarDate(time.slice(0, 10))),
  v.transform((time) => new Date(`${time.replace(' ', 'T')}:00+09:00`)),
);
const IdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const yes = v.optional(v.boolean(), false);

/** What `npm run notify` does with broadcasts, and `POST /operator/broadcasts`. */
export const BroadcastCommandSchema = v.variant('command', [
  v.object({
    command: v.literal('send'),
    /** New for each broadcast; a call without an answer is sent again with the same. */
    id: IdSchema,
    text: BroadcastTextSchema,
    at: v.optional(JapanTimeSchema),
    locale: v.optional(LocaleSchema),
    /** ISO 3166-1 alpha-2, as in the profile. */
    country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
    with_passport: yes,
    opted_in: yes,
    mail: yes,
    push: yes,
  }),
  /** To one member, who is meant to be the writer. */
  v.object({ command: v.literal('preview'), to: v.string(), text: BroadcastTextSchema }),
  /** By another person than the one who has sent it. */
  v.object({ command: v.literal('approve'), id: IdSchema }),
  v.object({ command: v.literal('list') }),
  v.object({ command: v.literal('count'), id: IdSchema }),
  v.object({ command: v.literal('withdraw'), id: IdSchema }),
]);
type BroadcastCommand = v.InferOutput<typeof BroadcastCommandSchema>;

const DescriptionSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Whose it is. */
  by: v.string(),
  at: v.string(),
  state: v.picklist(['waiting', 'scheduled', 'out', 'withdrawn']),
  /** In words: `en, JP, with a passport`. */
  segment: v.string(),
  mails: v.number(),
  pushes: v.number(),
  /** Whether email or push messages are still to be queued. */
  waves: v.boolean(),
  recipients: v.optional(v.number()),
  read: v.optional(v.number()),
});
export const BroadcastAnswerSchema = v.union([
  v.object({ broadcasts: v.array(DescriptionSchema) }),
  v.object({ error: v.picklist(['no_such_broadcast', 'same_person', 'time_is_over']) }),
]);
type BroadcastAnswer = v.InferOutput<typeof BroadcastAnswerSchema>;

/** `by`: the name of the credential or command; `isStaff`: what one person sends waits for a second one. */
export async function obeyBroadcastCommand(
  context: DomainContext,
  command: BroadcastCommand,
  by: string,
  isStaff = false,
): Promise<BroadcastAnswer> {
  const say = (...found: readonly Broadcast[]) => ({
    broadcasts: found.map((one) => describe(one, context.clock.now())),
  });
  switch (command.command) {
    case 'send': {
      const { id, text, at, locale, country, with_passport, opted_in, mail, push } = command;
      const sent = await sendBroadcast(context, {
        id,
        title: text.title,
        body: text.body,
        externalLink: text.external_link ?? null,
        publishedAt: at,
        locale: locale ?? null,
        country: country ?? null,
        withPassport: with_passport,
        optedIn: opted_in,
        byMail: mail,
        byPush: push,
        createdBy: by,
        waitsForApproval: isStaff,
      });
      return sent === 'past' ? { error: 'time_is_over' } : say(sent);
    }
    case 'preview': {
      // The answer does not tell who is a member.
      await sendOperatorNotifications(context, [{ to: command.to, ...command.text }]);
      return say();
    }
    case 'approve': {
      const approved = await approveBroadcast(context, command.id, by);
      if (approved === 'same_person') return { error: approved };
      return approved ? say(approved) : { error: 'no_such_broadcast' };
    }
    case 'list':
      return say(...(await listBroadcasts(context)));
    case 'withdraw': {
      const withdrawn = await withdrawBroadcast(context, command.id);
      return withdrawn ? say(withdrawn) : { error: 'no_such_broadcast' };
    }
    case 'count': {
      const found = await findBroadcast(context, command.id);
      if (!found) return { error: 'no_such_broadcast' };
      const counts = await countReaders(context, command.id);
      return { broadcasts: say(found).broadcasts.map((one) => ({ ...one, ...counts })) };
    }
  }
}

function describe(one: Broadcast, now: Date): v.InferOutput<typeof DescriptionSchema> {
  const { id, title, createdBy: by, publishedAt, withdrawnAt, mails, pushes } = one;
  const segment = [
    one.locale,
    one.country,
    one.withPassport && 'with a passport',
    one.optedIn && 'opted in',
  ].filter((part) => typeof part === 'string');
  return {
    id,
    title: title.en,
    by,
    at: publishedAt.toISOString(),
    state: one.waitsForApproval
      ? 'waiting'
      : withdrawnAt
        ? 'withdrawn'
        : publishedAt > now
          ? 'scheduled'
          : 'out',
    segment: segment.join(', ') || 'all',
    mails,
    pushes,
    waves: (one.byMail || one.byPush) && !one.wavesEndedAt && !withdrawnAt,
  };
}
