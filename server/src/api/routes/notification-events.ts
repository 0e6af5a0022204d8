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

/** The limit per member and replica (product §9.30). A browser needs one, however many tabs it has. */
export const MAX_STREAMS = 8;

/**
 * `GET /notifications/events`: the server-sent events for the bell (product §7.42). A change that one
 * replica makes reaches the streams of all replicas through the database's notification channel.
 */
export function mountNotificationEvents(app: ApiApp, context: ApiContext): void {
  const streams = new Map<string, Set<EventStream>>();
  const onChange = (memberId: string) => {
    for (const stream of streams.get(memberId) ?? []) stream.look();
  };
  let listening: Promise<unknown> | undefined;
  const listenOnce = () => {
    listening ??= context.database.listen(NOTIFICATIONS_CHANNEL, onChange).catch((error) => {
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
    if (theirs.size >= MAX_STREAMS) return answerRefusal(c, refuse('too_many_attempts'));
    streams.set(memberId, theirs);

    const stream = eventStream({
      event: NOTIFICATION_STATE_EVENT,
      heartbeatMs: EVENTS_HEARTBEAT_MS,
      async read() {
        // Checks the token each time, so that signing out ends the stream at once (product §15.7).
        if (!(await context.findAccessToken(token))) return 'ended';
        const { totalUnread, newestId } = await notificationState(context, memberId);
        const state: NotificationState = { total_unread: totalUnread, newest_id: newestId };
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
