import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PageQuerySchema, PaginationSchema } from '../pagination.ts';
import { TimestampSchema } from '../timestamp.ts';

export const NotificationSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** HTML, which is sanitised when it is shown. */
  body: v.string(),
  published_date: TimestampSchema,
  read: v.boolean(),
  /** Of http or https: it becomes a link as it stands. */
  external_link: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i))),
});
export type Notification = v.InferOutput<typeof NotificationSchema>;

export const listNotifications = endpoint('GET', '/notifications', {
  access: 'member',
  summary: "The member's notifications, newest first.",
  query: PageQuerySchema,
  answer: v.object({
    data: v.array(NotificationSchema),
    total_unread: v.number(),
    meta: PaginationSchema,
  }),
});

export const getNotification = endpoint('GET', '/notifications/{id}', {
  access: 'member',
  summary: 'Fetches one notification and marks it as read.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
  answer: NotificationSchema,
});

export const markAllNotificationsRead = endpoint('POST', '/notifications/mark-all-as-read', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary: 'Marks all published notifications as read.',
  answer: v.object({ total_unread: v.number() }),
});

/** How many notifications the bell keeps. */
export const BELL_SIZE = 10;
/** How many it fetches after all were marked read. */
export const BELL_REFETCH_SIZE = 5;

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
