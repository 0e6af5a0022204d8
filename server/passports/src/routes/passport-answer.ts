import type { MemberCall } from '@portal/server-endpoint/api';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { toAnswer } from '@portal/server-platform/case';
import { err, type Outcome, Refusal } from '@portal/server-platform/outcome';
import {
  HolderSchema,
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  PassportSchema,
  SoldKindSchema,
  statusOf,
  TRANSFER_STATUSES,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { canBeTakenBack, type PassportAccess, takeBackUntil } from '../passport/access.ts';
import { type PassportView, viewPassport } from '../passport/list.ts';
import { cancelUntil, isDue, isPayer, passportStatus } from '../passport/passport.ts';
import { signPhotoLink } from '../passport/photos.ts';
import { renewalOf } from '../passport/renewal.ts';
import type { Use } from '../passport/turnstile-uses.ts';
import { opensTurnstile } from '../turnstile/codes.ts';
import type { PassportApiContext } from './api-context.ts';

/** Answers a passport as the calling member sees it, or the refusal. */
export async function answerPassport(
  context: PassportApiContext,
  { member }: MemberCall,
  outcome: Outcome<PassportAccess>,
): Promise<{ data: Passport } | Refusal> {
  if (!outcome.ok) return outcome;
  const viewer = await findViewer(context, member.id);
  if (viewer instanceof Refusal) return viewer;
  return { data: toPassport(context, await viewPassport(context, viewer, outcome.value)) };
}

/** The calling member; a refusal if the account was closed. */
export async function findViewer(
  context: PassportApiContext,
  memberId: string,
): Promise<MemberRecord | Refusal> {
  const member = await findMemberById(context, memberId);
  return member && !member.closedAt ? member : err('auth.unauthorized');
}

/** The passport and the calling member with their browser, as the domain's actions expect them. */
export const actionOf = ({ id }: { readonly id: string }, { member, device }: MemberCall) => ({
  memberId: member.id,
  sessionUid: member.sessionUid,
  device,
  passportId: id,
});

export const toUse = ({ at, turnstile }: Use) => ({ used_at: at.toISOString(), turnstile });

/** A passport as in the contract; what was paid is told to who paid it, and what its owner added to the owner. */
export function toPassport(context: PassportApiContext, view: PassportView): Passport {
  const { role, transfer, holder, other, order, viewerId, gift, uses, renewedBy } = view;
  const { config, clock } = context;
  const today = todayInJapan(clock.now());
  const own = role === 'owner';
  const given = role === 'giver';
  const paidFor = isPayer(view.passport, viewerId);
  const now = clock.now();
  const hasPart = !given || paidFor || (transfer && canBeTakenBack(transfer, now));
  // What becomes of it at its owner is not the business of a giver who has no part in it any more.
  const passport = hasPart ? view.passport : { ...view.passport, canceledAt: null };
  const { transferStatus, paymentType, paymentStatus } = passport;
  const untilOf = (one: NonNullable<typeof transfer>) =>
    canBeTakenBack(one, now) ? takeBackUntil(one).toISOString() : null;
  const heldUntil = transfer?.heldUntil ?? now;
  const showsCode = own && opensTurnstile(passport, today) === 'yes';
  const renewalFrom = renewedBy?.usageStartDate ?? renewalOf(passport, today, config)?.start;
  const due = own && isDue(passport, today) ? order.filter((one) => isDue(one, today)) : [];
  const boughtWith = own && paidFor ? order.filter(({ id }) => id !== passport.id) : [];
  return toAnswer<Passport>(PassportSchema, {
    ...passport,
    kind: v.parse(SoldKindSchema, passport.soldAs),
    cancelUntil: own ? cancelUntil(passport, viewerId, view.used) : null,
    amountDue: due.reduce((sum, { price }) => sum + price, 0),
    boughtWith: boughtWith.map(({ id, holderLastName, holderFirstName }) => ({
      id,
      last_name: holderLastName,
      first_name: holderFirstName,
    })),
    holder: toAnswer<Passport['holder']>(HolderSchema, holder),
    photo: own && passport.photoId ? signPhotoLink(context, passport.photoId) : null,
    extMemberCode: own ? passport.extMemberCode : null,
    orderNumber: paidFor ? passport.orderNumber : null,
    price: paidFor ? passport.price : null,
    confirmedIdAt: given ? null : passport.confirmedIdAt,
    physicalCardIssuedAt: given ? null : passport.physicalCardIssuedAt,
    statusName: statusOf(PASSPORT_STATUSES, passportStatus(passport, today)),
    // What becomes of it at its owner is not the giver's to know.
    transferStatusName: given
      ? statusOf(TRANSFER_STATUSES, 'accepted')
      : transferStatus && statusOf(TRANSFER_STATUSES, transferStatus),
    paymentTypeName: paidFor && paymentType ? statusOf(PAYMENT_TYPES, paymentType) : null,
    paymentStatusName: paidFor && paymentStatus ? statusOf(PAYMENT_STATUSES, paymentStatus) : null,
    qrCodeUrl: showsCode ? `/api/passports/${passport.id}/qr-code` : null,
    role,
    transfer:
      transfer && !given
        ? {
            direction: own ? 'outgoing' : 'incoming',
            other,
            giver_name: transfer.giverName,
            message: transfer.message,
            requested_at: transfer.requestedAt.toISOString(),
            held_until: heldUntil > now ? heldUntil.toISOString() : null,
          }
        : null,
    given: given
      ? {
          to: other ?? '',
          given_at: (transfer?.decidedAt ?? passport.createdAt).toISOString(),
          take_back_until: transfer ? untilOf(transfer) : null,
          uses: uses.map(toUse),
        }
      : null,
    gift:
      own && !paidFor
        ? {
            from: gift?.giver ?? '',
            message: gift?.transfer.message ?? null,
            take_back_until: gift ? untilOf(gift.transfer) : null,
          }
        : null,
    renewal:
      own && renewalFrom
        ? { usage_start_date: renewalFrom, renewed_by: renewedBy?.id ?? null }
        : null,
  });
}
