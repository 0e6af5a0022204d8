import {
  EVENTS_HEARTBEAT_MS,
  NOTIFICATION_EVENTS_PATH,
  NOTIFICATION_STATE_EVENT,
  type NotificationState,
} from '@portal/shared-contract';
import { NOTIFICATIONS_CHANNEL, notificationState } from '../../domain/notifications.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { bearerToken, identifyMember } from '../bearer.ts';
import { type EventStream, eventStream } from '../event-stream.ts';
import { Refusal, refuse } from '../refusal.ts';

/** Of one member on one replica: a browser needs one, however many tabs it has. */
export const MOST_STREAMS = 8;

/**
 * The stream behind the bell: what one replica writes, members who hang on any other see at once, by
 * the database's own channel.
 */
export function mountNotificationEvents(app: ApiApp, context: ApiContext): void {
  const streams = new Map<string, Set<EventStream>>();
  const heard = (memberId: string) => {
    for (const stream of streams.get(memberId) ?? []) stream.look();
  };
  let listening: Promise<unknown> | undefined;
  const listenOnce = () => {
    listening ??= context.database.listen(NOTIFICATIONS_CHANNEL, heard).catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  context.ending?.addEventListener('abort', () => {
    for (const stream of [...streams.values()].flatMap((those) => [...those])) stream.end();
  });

  app.get(NOTIFICATION_EVENTS_PATH, async (c) => {
    const found = await identifyMember(context, c);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const { memberId } = found;
    const token = bearerToken(c) ?? '';
    await listenOnce();
    const theirs = streams.get(memberId) ?? new Set();
    if (theirs.size >= MOST_STREAMS) return answerRefusal(c, refuse('too_many_attempts'));
    streams.set(memberId, theirs);

    const stream = eventStream({
      event: NOTIFICATION_STATE_EVENT,
      heartbeatMs: EVENTS_HEARTBEAT_MS,
      async read() {
        // Asked every time, as for a call: signing out is immediate.
        if (!(await context.findAccessToken(token))) return 'ended';
        const { totalUnread, newestId } = await notificationState(context, memberId);
        const state: NotificationState = { total_unread: totalUnread, newest_id: newestId };
        return JSON.stringify(state);
      },
      onEnd(error) {
        theirs.delete(stream);
        if (theirs.size === 0 && streams.get(memberId) === theirs) streams.delete(memberId);
        if (error) context.log.warn({ err: error }, 'a stream of notifications broke off');
      },
    });
    theirs.add(stream);
    c.header('content-type', 'text/event-stream');
    // Told to whatever stands between: every event as it comes.
    c.header('cache-control', 'no-store, no-transform');
    c.header('x-accel-buffering', 'no');
    return c.body(stream.body);
  });
}
