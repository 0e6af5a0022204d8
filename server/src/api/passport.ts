import {
  PASS_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  statusOf,
  TRANSFER_STATUSES,
  todayInJapan,
} from '@portal/shared-contract';
import { opensGate } from '../domain/passes/codes.ts';
import type { PassView } from '../domain/passes/list.ts';
import { passStatus } from '../domain/passes/pass.ts';
import { codeLink, photoLink } from '../domain/passes/picture-links.ts';
import type { ApiContext } from './api-types.ts';

/** A pass as the API answers it: named field by field, so that a new column is never leaked. */
export function toPassport({ config, clock }: ApiContext, view: PassView): Passport {
  const { pass, role, transfer, holder, other } = view;
  const signer = { secrets: config.secrets, clock };
  const today = todayInJapan(clock.now());
  const own = role === 'owner';
  const showsCode = own && opensGate(pass, today) === 'yes';
  return {
    id: pass.id,
    design_id: pass.designId,
    holder: {
      kind: holder.kind,
      last_name: holder.lastName,
      first_name: holder.firstName,
      date_of_birth: holder.dateOfBirth,
    },
    photo: own && pass.photoId ? photoLink(signer, pass.photoId) : null,
    usage_start_date: pass.usageStartDate,
    ext_expiration_date: pass.extExpirationDate,
    confirmed_id_at: toIso(pass.confirmedIdAt),
    ext_permission: pass.extPermission,
    ext_member_code: own ? pass.extMemberCode : null,
    physical_card_issued_at: toIso(pass.physicalCardIssuedAt),
    canceled_at: toIso(pass.canceledAt),
    status_name: statusOf(PASS_STATUSES, passStatus(pass, today)),
    transfer_status_name: pass.transferStatus && statusOf(TRANSFER_STATUSES, pass.transferStatus),
    payment_type_name: pass.paymentType && statusOf(PAYMENT_TYPES, pass.paymentType),
    payment_status_name: pass.paymentStatus && statusOf(PAYMENT_STATUSES, pass.paymentStatus),
    qr_code_url: showsCode ? codeLink(signer, pass.id, pass.codeVersion) : null,
    price: pass.price,
    role,
    transfer: transfer
      ? {
          direction: own ? 'outgoing' : 'incoming',
          other: other ?? '',
          requested_at: transfer.requestedAt.toISOString(),
        }
      : null,
    created_at: pass.createdAt.toISOString(),
  };
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null;
