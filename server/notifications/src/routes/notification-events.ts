import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { bearerToken, identifyMember } from '@portal/server-endpoint/bearer';
import { type EventStream, eventStream } from '@portal/server-endpoint/event-stream';
import { err, Refusal } from '@portal/server-platform/outcome';
import {
  EVENTS_HEARTBEAT_MS,
  NOTIFICATION_EVENTS_PATH,
  NOTIFICATION_STATE_EVENT,
  type NotificationState,
  type TurnstileAnswer,
} from '@portal/shared-contract';
import { BROADCASTS_CHANNEL, latestBroadcast } from '../broadcasts/broadcasts.ts';
import {
  NOTIFICATIONS_CHANNEL,
  notificationState,
  type ToldTurnstileAnswer,
  TURNSTILE_CHANNEL,
} from '../notifications.ts';

/** The limit per member and replica. A browser needs one, however many tabs it has. */
export const MAX_STREAMS = 8;

/** For how long a turnstile's answer is part of the state: a stream that has just ended opens again within it. */
const TURNSTILE_ANSWER_MS = 10_000;

/** `GET /notifications/events`: the events of the bell; what one replica changes reaches the streams of all. */
export function mountNotificationEvents(app: ApiApp, context: ApiContext): void {
  const streams = new Map<string, Set<EventStream>>();
  const onChange = (memberId: string) => {
    for (const stream of streams.get(memberId) ?? []) stream.look();
  };
  const all = () => [...streams.values()].flatMap((those) => [...those]);
  /** The latest of each member, whose stream may be about to open. */
  const turnstileAnswers = new Map<string, TurnstileAnswer>();
  const onTurnstileAnswer = (payload: string) => {
    const { member, answer } = JSON.parse(payload) as ToldTurnstileAnswer;
    for (const [id, { at }] of turnstileAnswers) if (!isRecent(at)) turnstileAnswers.delete(id);
    turnstileAnswers.set(member, answer);
    onChange(member);
  };
  const isRecent = (at: string) =>
    context.clock.now().getTime() - Date.parse(at) < TURNSTILE_ANSWER_MS;
  const turnstileAnswerTo = (memberId: string): TurnstileAnswer | undefined => {
    const answer = turnstileAnswers.get(memberId);
    return answer && isRecent(answer.at) ? answer : undefined;
  };
  const allLook = () => spread(all(), (stream) => stream.look());
  let latest: string | undefined;
  const onBroadcast = async () => {
    latest = await latestBroadcast(context).catch(() => latest);
    allLook();
  };
  /** Nobody announces that a broadcast which was dated ahead is due: one query per server and heartbeat finds it. */
  const lookWhenDue = async () => {
    latest = await latestBroadcast(context);
    const timer = setInterval(async () => {
      const before = latest;
      // The database may be away; the next heartbeat asks again.
      latest = await latestBroadcast(context).catch(() => before);
      if (latest !== before) allLook();
    }, EVENTS_HEARTBEAT_MS);
    timer.unref();
    context.ending?.addEventListener('abort', () => clearInterval(timer));
  };
  let listening: Promise<unknown> | undefined;
  const listenOnce = () => {
    listening ??= Promise.all([
      // What was said while the channel was down was heard by nobody.
      context.database.listen(NOTIFICATIONS_CHANNEL, onChange, allLook),
      context.database.listen(TURNSTILE_CHANNEL, onTurnstileAnswer),
      context.database.listen(BROADCASTS_CHANNEL, () => void onBroadcast()),
      lookWhenDue(),
    ]).catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  context.ending?.addEventListener('abort', () => {
    for (const stream of all()) stream.end();
  });

  app.get(NOTIFICATION_EVENTS_PATH, async (c) => {
    const found = await identifyMember(context, c);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const { memberId } = found;
    const token = bearerToken(c) ?? '';
    await listenOnce();
    const theirs = streams.get(memberId) ?? new Set();
    if (theirs.size >= MAX_STREAMS) return answerRefusal(c, err('too_many_attempts'));
    streams.set(memberId, theirs);

    const stream = eventStream({
      event: NOTIFICATION_STATE_EVENT,
      heartbeatMs: EVENTS_HEARTBEAT_MS,
      // Signing out ends the stream at once.
      isAllowed: async () => Boolean(await context.findAccessToken(token)),
      async read() {
        const { totalUnread, newestId } = await notificationState(context, memberId);
        const turnstile = turnstileAnswerTo(memberId);
        const state: NotificationState = {
          total_unread: totalUnread,
          newest_id: newestId,
          ...(turnstile && { turnstile }),
        };
        return JSON.stringify(state);
      },
      onEnd(error) {
        theirs.delete(stream);
        if (theirs.size === 0 && streams.get(memberId) === theirs) streams.delete(memberId);
        if (error) context.log.warn({ err: error }, 'a stream of notification events failed');
      },
    });
    theirs.add(stream);
    c.header('content-type', 'text/event-stream');
    // Tells proxies to pass each event on at once.
    c.header('cache-control', 'no-store, no-transform');
    c.header('x-accel-buffering', 'no');
    return c.body(stream.body);
  });
}

const STEP_MS = 50;
/** 100 a second, which one server hardly notices. */
const ACTS_OF_A_STEP = 5;
/** Of more than 6,000 items, more are taken in a step. */
const SPREAD_WITHIN_MS = 60_000;

/**
 * Acts on all of many within a minute, some at once and the others after them, so that they do not all ask the database
 * at the same time.
 * @param after a test's own time
 */
export function spread<T>(
  items: readonly T[],
  act: (item: T) => void,
  after: (next: () => void, ms: number) => void = (next, ms) => void setTimeout(next, ms).unref(),
): void {
  const atOnce = Math.max(ACTS_OF_A_STEP, Math.ceil(items.length / (SPREAD_WITHIN_MS / STEP_MS)));
  const actFrom = (from: number) => {
    for (const item of items.slice(from, from + atOnce)) act(item);
    if (from + atOnce < items.length) after(() => actFrom(from + atOnce), STEP_MS);
  };
  actFrom(0);
}
