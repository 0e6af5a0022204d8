import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PageQuerySchema, PaginationSchema } from '../pagination.ts';
import { PassportSchema } from './passport.ts';

const params = v.object({ id: v.string() });
const answer = v.object({ data: PassportSchema });
/**
 * 404 for a passport that never concerned the member, like one that does not exist; 403 for a former
 * owner or receiver (product §14.13, §14.14). The portal shows /404 for both (product §6.8).
 */
const commonErrors = ['ap_passport.not_found', 'ap_passport.user.access_denied'] as const;

export const listPassports = endpoint('GET', '/passports', {
  access: 'member',
  summary: "The member's passports and those offered to them: offers first, then the newest.",
  query: PageQuerySchema,
  answer: v.object({ data: v.array(PassportSchema), meta: PaginationSchema }),
});

export const getPassport = endpoint('GET', '/passports/{id}', {
  access: 'member',
  summary: 'One passport.',
  params,
  answer,
  errors: commonErrors,
});

/** Product §14.17, §14.20. */
export const updatePassport = endpoint('PUT', '/passports/{id}', {
  access: 'member',
  summary: 'Changes photo or design.',
  params,
  body: v.object({
    design_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    photo_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  }),
  answer,
  errors: [
    ...commonErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
    'ap_passport.confirmed_id_at.access_denied',
    'ap_passport.design_id.required',
    'ap_passport.photo.required',
  ],
});

/** Product §14.18. */
export const cancelPassport = endpoint('DELETE', '/passports/{id}', {
  access: 'member',
  summary: 'Cancels a passport.',
  params,
  answer,
  errors: [
    ...commonErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
  ],
});

/** Product §14.19. */
export const issuePhysicalCard = endpoint('POST', '/passports/{id}/physical-card', {
  access: 'member',
  summary: 'Orders the physical card of a passport.',
  params,
  answer,
  errors: [
    ...commonErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
    'ap_passport.photo.required',
    'ap_passport.ext_member_code.required',
    'ap_passport.confirmed_id_at.required',
  ],
});
