import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import {
  AddressSchema,
  NotificationSchema,
  PageQuerySchema,
  PaginationSchema,
  PrefectureSchema,
  UserSchema,
} from './schemas.ts';

/** Spec §7, product API. */

export const getUserinfo = endpoint({
  method: 'GET',
  path: '/userinfo',
  access: 'member',
  summary: 'The signed-in member.',
  answer: UserSchema,
});

export const listPrefectures = endpoint({
  method: 'GET',
  path: '/prefectures',
  access: 'public',
  summary: "Japan's 47 prefectures in JIS order.",
  answer: v.object({ data: v.array(PrefectureSchema) }),
});

export const lookUpPostalCode = endpoint({
  method: 'GET',
  path: '/postal-code/{code}',
  access: 'public',
  summary: 'The towns of a Japanese postal code: seven digits, a hyphen is allowed.',
  params: v.object({ code: v.pipe(v.string(), v.regex(/^\d{3}-?\d{4}$/)) }),
  answer: v.object({ data: v.array(AddressSchema) }),
});

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'member',
  summary: "The member's notifications, newest first.",
  query: PageQuerySchema,
  answer: v.object({
    data: v.array(NotificationSchema),
    total_unread: v.number(),
    meta: PaginationSchema,
  }),
});
