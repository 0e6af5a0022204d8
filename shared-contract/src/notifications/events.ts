import * as v from 'valibot';

/**
 * `GET /notifications/events`: a stream of server-sent events (text/event-stream), by `fetch` with the
 * bearer token. It begins with the present state and goes on with each change; comments keep it alive
 * in between. It ends with its access token: open it again with the next.
 */
export const NOTIFICATION_EVENTS_PATH = '/notifications/events';
/** Name of its one kind of event; its data is a {@link NotificationStateSchema} as JSON. */
export const NOTIFICATION_STATE_EVENT = 'notifications';
/** A reader that hears nothing for twice this long may take the stream for dead. */
export const EVENTS_HEARTBEAT_MS = 15_000;

export const NotificationStateSchema = v.object({
  total_unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest that is out, read or not; a text has a language, so it is asked for where it shows. */
  newest_id: v.nullable(v.string()),
});
export type NotificationState = v.InferOutput<typeof NotificationStateSchema>;
