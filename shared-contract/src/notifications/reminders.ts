import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** How a member is reminded of the first and the last day of a passport. */
export const RemindersSchema = v.object({
  email: v.boolean(),
  /** In the portal. */
  notification: v.boolean(),
  /** Whether the browser that makes this request takes push messages. */
  push: v.boolean(),
  /** The key that a browser subscribes with (RFC 8292 §3.2), base64url. */
  push_key: v.string(),
});
export type Reminders = v.InferOutput<typeof RemindersSchema>;

const answer = v.object({ data: RemindersSchema });

export const getReminders = endpoint('GET', '/me/reminders', {
  access: 'member',
  summary: 'How the member wishes to be reminded of passports.',
  answer,
});

export const changeReminders = endpoint('PUT', '/me/reminders', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Changes how the member is reminded of passports.',
  body: v.object({ email: v.optional(v.boolean()), notification: v.optional(v.boolean()) }),
  answer,
});

/** A point of P-256, uncompressed: 65 bytes in base64url. */
const PointSchema = v.pipe(v.string(), v.regex(/^B[\w-]{86}$/));

/** The subscription of a browser (Push API §5), which names the service that takes its messages. */
export const subscribePush = endpoint('PUT', '/me/push-subscription', {
  access: 'member',
  protection: 'browser',
  value: 'account',
  summary: 'Sends push messages to the browser that makes this request.',
  body: v.object({
    endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
    p256dh: PointSchema,
    /** 16 bytes in base64url. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
    /** The key that the browser has subscribed with. */
    push_key: PointSchema,
  }),
  answer,
});

export const unsubscribePush = endpoint('DELETE', '/me/push-subscription', {
  access: 'member',
  protection: 'browser',
  value: 'account',
  summary: 'Ends the push messages to the browser that makes this request.',
  answer,
});
