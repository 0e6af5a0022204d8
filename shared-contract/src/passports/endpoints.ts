import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PageQuerySchema, PaginationSchema } from '../pagination.ts';
import {
  PASSPORT_ACCESS_ERRORS,
  PASSPORT_CHANGE_ERRORS,
  PassportAnswerSchema,
  PassportParamsSchema,
  PassportSchema,
} from './passport.ts';

export const listPassports = endpoint('GET', '/passports', {
  access: 'member',
  summary: "The member's passports and those offered to them: what can be used now comes first.",
  query: PageQuerySchema,
  answer: v.object({
    data: v.array(PassportSchema),
    meta: PaginationSchema,
    /** Whether another one can be bought today. */
    on_sale: v.optional(v.boolean(), true),
  }),
});

export const getPassport = endpoint('GET', '/passports/{id}', {
  access: 'member',
  summary: 'One passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: PASSPORT_ACCESS_ERRORS,
});

export const updatePassport = endpoint('PUT', '/passports/{id}', {
  access: 'member',
  protection: 'browser',
  value: 'entry',
  summary: 'Changes the photo or the design of a passport.',
  params: PassportParamsSchema,
  body: v.object({
    design_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    photo_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_CHANGE_ERRORS,
    'auth.browser_too_new',
    'ap_passport.confirmed_id_at.access_denied',
    'ap_passport.design_id.required',
    'ap_passport.photo.required',
  ],
});

export const cancelPassport = endpoint('DELETE', '/passports/{id}', {
  access: 'member',
  protection: { stepUp: 'cancel_passport' },
  value: 'passport',
  summary: 'Cancels a passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: PASSPORT_CHANGE_ERRORS,
});

export const issuePhysicalCard = endpoint('POST', '/passports/{id}/physical-card', {
  access: 'member',
  protection: 'browser',
  value: 'delivery',
  summary: 'Orders the physical card of a passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_CHANGE_ERRORS,
    'auth.browser_too_new',
    'ap_passport.photo.required',
    'ap_passport.ext_member_code.required',
    'ap_passport.confirmed_id_at.required',
  ],
});
