import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PageQuerySchema, PaginationSchema } from '../schemas.ts';
import { PassportSchema } from './passport.ts';

/** decisions.md «Passes»: the generic resource of spec §7 at `/passports`. */

const params = v.object({ id: v.string() });
const answer = v.object({ data: PassportSchema });
/**
 * A pass that never concerned the member is answered like one that does not exist (404). Whoever knows
 * of it (a former owner, one to whom it was offered) is told that it is not theirs (403). The portal
 * shows both alike.
 */
const everyErrors = ['ap_passport.not_found', 'ap_passport.user.access_denied'] as const;

export const listPassports = endpoint({
  method: 'GET',
  path: '/passports',
  access: 'member',
  summary: "The member's passes and those offered to them: offers first, then the newest.",
  query: PageQuerySchema,
  answer: v.object({ data: v.array(PassportSchema), meta: PaginationSchema }),
});

export const getPassport = endpoint({
  method: 'GET',
  path: '/passports/{id}',
  access: 'member',
  summary: 'One pass.',
  params,
  answer,
  errors: everyErrors,
});

/** The photo until the identity is confirmed, the design until the card is issued. */
export const updatePassport = endpoint({
  method: 'PUT',
  path: '/passports/{id}',
  access: 'member',
  summary: 'Changes photo or design.',
  params,
  body: v.object({
    design_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    photo_id: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  }),
  answer,
  errors: [
    ...everyErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
    'ap_passport.confirmed_id_at.access_denied',
    'ap_passport.design_id.required',
    'ap_passport.photo.required',
  ],
});

/** Before the start date, or while it is unpaid. What was paid is paid back. */
export const cancelPassport = endpoint({
  method: 'DELETE',
  path: '/passports/{id}',
  access: 'member',
  summary: 'Cancels a pass.',
  params,
  answer,
  errors: [
    ...everyErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
  ],
});

/** Asked for once the pass is paid, has a photo, and the identity was confirmed at the counter. */
export const issuePhysicalCard = endpoint({
  method: 'POST',
  path: '/passports/{id}/physical-card',
  access: 'member',
  summary: 'Orders the physical card of a pass.',
  params,
  answer,
  errors: [
    ...everyErrors,
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
    'ap_passport.photo.required',
    'ap_passport.ext_member_code.required',
    'ap_passport.confirmed_id_at.required',
  ],
});
