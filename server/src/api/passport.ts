import {
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  statusOf,
  TRANSFER_STATUSES,
  todayInJapan,
} from '@portal/shared-contract';
import { opensGate } from '../domain/passports/gate-codes.ts';
import type { PassportView } from '../domain/passports/list.ts';
import { passportStatus } from '../domain/passports/passport.ts';
import { signPhotoLink, signQrCodeLink } from '../domain/passports/signed-image-links.ts';
import type { ApiContext } from './api-types.ts';

/** A passport as the API answers it. Each field is named, so that a new column is not answered by accident. */
export function toPassport({ config, clock }: ApiContext, view: PassportView): Passport {
  const { passport, role, transfer, holder, other } = view;
  const signer = { secrets: config.secrets, clock };
  const today = todayInJapan(clock.now());
  const own = role === 'owner';
  const showsCode = own && opensGate(passport, today) === 'yes';
  return {
    id: passport.id,
    design_id: passport.designId,
    holder: {
      kind: holder.kind,
      last_name: holder.lastName,
      first_name: holder.firstName,
      date_of_birth: holder.dateOfBirth,
    },
    photo: own && passport.photoId ? signPhotoLink(signer, passport.photoId) : null,
    usage_start_date: passport.usageStartDate,
    ext_expiration_date: passport.extExpirationDate,
    confirmed_id_at: toIso(passport.confirmedIdAt),
    ext_permission: passport.extPermission,
    ext_member_code: own ? passport.extMemberCode : null,
    physical_card_issued_at: toIso(passport.physicalCardIssuedAt),
    canceled_at: toIso(passport.canceledAt),
    status_name: statusOf(PASSPORT_STATUSES, passportStatus(passport, today)),
    transfer_status_name:
      passport.transferStatus && statusOf(TRANSFER_STATUSES, passport.transferStatus),
    payment_type_name: passport.paymentType && statusOf(PAYMENT_TYPES, passport.paymentType),
    payment_status_name:
      passport.paymentStatus && statusOf(PAYMENT_STATUSES, passport.paymentStatus),
    qr_code_url: showsCode ? signQrCodeLink(signer, passport.id, passport.codeVersion) : null,
    price: passport.price,
    role,
    transfer: transfer
      ? {
          direction: own ? 'outgoing' : 'incoming',
          other: other ?? '',
          requested_at: transfer.requestedAt.toISOString(),
        }
      : null,
    created_at: passport.createdAt.toISOString(),
  };
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null;
