import {
  HolderSchema,
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  PassportSchema,
  statusOf,
  TRANSFER_STATUSES,
  todayInJapan,
} from '@portal/shared-contract';
import { toAnswer } from '../case.ts';
import { opensGate } from '../domain/passports/gate-codes.ts';
import type { PassportView } from '../domain/passports/list.ts';
import { isDue, passportStatus } from '../domain/passports/passport.ts';
import { signPhotoLink, signQrCodeLink } from '../domain/passports/signed-image-links.ts';
import type { ApiContext } from './api-types.ts';

/** A passport as the API answers it: exactly the fields of the contract. */
export function toPassport({ config, clock }: ApiContext, view: PassportView): Passport {
  const { passport, role, transfer, holder, other, order } = view;
  const { transferStatus, paymentType, paymentStatus } = passport;
  const signer = { secrets: config.secrets, clock };
  const today = todayInJapan(clock.now());
  const own = role === 'owner';
  const showsCode = own && opensGate(passport, today) === 'yes';
  const due = own && isDue(passport, today) ? order.filter((one) => isDue(one, today)) : [];
  const boughtWith = own ? order.filter(({ id }) => id !== passport.id) : [];
  return toAnswer<Passport>(PassportSchema, {
    ...passport,
    amountDue: due.reduce((sum, { price }) => sum + price, 0),
    boughtWith: boughtWith.map(({ id, holderLastName, holderFirstName }) => ({
      id,
      last_name: holderLastName,
      first_name: holderFirstName,
    })),
    holder: toAnswer<Passport['holder']>(HolderSchema, holder),
    photo: own && passport.photoId ? signPhotoLink(signer, passport.photoId) : null,
    extMemberCode: own ? passport.extMemberCode : null,
    orderNumber: own ? passport.orderNumber : null,
    statusName: statusOf(PASSPORT_STATUSES, passportStatus(passport, today)),
    transferStatusName: transferStatus && statusOf(TRANSFER_STATUSES, transferStatus),
    paymentTypeName: paymentType && statusOf(PAYMENT_TYPES, paymentType),
    paymentStatusName: paymentStatus && statusOf(PAYMENT_STATUSES, paymentStatus),
    qrCodeUrl: showsCode ? signQrCodeLink(signer, passport.id, passport.codeVersion) : null,
    role,
    transfer: transfer
      ? {
          direction: own ? 'outgoing' : 'incoming',
          other,
          requested_at: transfer.requestedAt.toISOString(),
        }
      : null,
  });
}
