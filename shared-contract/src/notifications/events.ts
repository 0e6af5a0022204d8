import * as v from 'valibot';
import { TimestampSchema } from '../timestamp.ts';

/**
 * `GET /notifications/events`: a stream of server-sent events, read by `fetch` with
 * the bearer token. It sends the current state, then each change, and comments as heartbeats. It ends
 * when the access token expires; the client opens it again with the next token.
 */
export const NOTIFICATION_EVENTS_PATH = '/notifications/events';
/** The name of its only event; the data is a {@link NotificationStateSchema} as JSON. */
export const NOTIFICATION_STATE_EVENT = 'notifications';
/** A client that receives nothing for twice this long may treat the stream as broken. */
export const EVENTS_HEARTBEAT_MS = 15_000;

/** What a turnstile with a connection has just answered to a passport's code. */
export const TurnstileAnswerSchema = v.object({
  /** Of the turnstile's call, so that an answer that comes twice is one. */
  id: v.string(),
  passport_id: v.string(),
  at: TimestampSchema,
  /** The name of the turnstile. */
  turnstile: v.string(),
  /** Null where the turnstile opened; else why not, in the words of the turnstile's own call. */
  reason: v.nullable(v.string()),
});
export type TurnstileAnswer = v.InferOutput<typeof TurnstileAnswerSchema>;

export const NotificationStateSchema = v.object({
  /** To one of the member's passports, for some seconds. */
  turnstile: v.optional(TurnstileAnswerSchema),
  total_unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest published notification, read or not. Its text depends on the page's language, so it is fetched. */
  newest_id: v.nullable(v.string()),
});
export type NotificationState = v.InferOutput<typeof NotificationStateSchema>;
