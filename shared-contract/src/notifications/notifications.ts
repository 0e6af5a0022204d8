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
