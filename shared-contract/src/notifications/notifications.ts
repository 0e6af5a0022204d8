import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { NotificationSchema } from '../schemas.ts';

/** Spec §7. One that is unknown, another member's or not out yet is not found. */
export const getNotification = endpoint({
  method: 'GET',
  path: '/notifications/{id}',
  access: 'member',
  summary: 'One notification; asking for it marks it read.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
  answer: NotificationSchema,
});

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/mark-all-as-read',
  access: 'member',
  summary: 'Marks all that are out as read.',
  answer: v.object({ total_unread: v.number() }),
});

/** Spec §9: the bell keeps the first ten … */
export const BELL_SIZE = 10;
/** … and asks for five anew after all were marked read. */
export const BELL_REFETCH_SIZE = 5;
