import type { ApiApp } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { pageMeta } from '@portal/server-endpoint/page-meta';
import { Refusal } from '@portal/server-endpoint/refusal';
import { toAnswer } from '@portal/server-platform/case';
import {
  HolderSchema,
  listPurchases,
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  PurchasedPassportSchema,
  type PurchaseRecord,
  SoldKindSchema,
  statusOf,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { type PassportRecord, passportStatus } from '../passport/passport.ts';
import * as list from '../payments/list-purchases.ts';
import type { PassportApiContext } from './api-context.ts';
import { findViewer } from './passport-answer.ts';

/** `GET /purchases`. */
export function mountPurchases(app: ApiApp, context: PassportApiContext): void {
  mountForMember(app, context, listPurchases, async ({ query }, { member }) => {
    const viewer = await findViewer(context, member.id);
    if (viewer instanceof Refusal) return viewer;
    const { items, total } = await list.listPurchases(context, viewer, query);
    const today = todayInJapan(context.clock.now());
    return {
      data: items.map((purchase) => toPurchaseRecord(purchase, today)),
      meta: pageMeta(query, total),
    };
  });
}

function toPurchaseRecord(purchase: list.Purchase, today: string): PurchaseRecord {
  const [{ passport: first }] = purchase;
  return {
    order_number: first.orderNumber,
    created_at: first.createdAt.toISOString(),
    total: purchase.reduce((sum, { passport }) => sum + passport.price, 0),
    payment_type_name: first.paymentType && statusOf(PAYMENT_TYPES, first.paymentType),
    passports: purchase.map(({ passport, holder }) =>
      toAnswer<PurchaseRecord['passports'][number]>(PurchasedPassportSchema, {
        ...passport,
        kind: v.parse(SoldKindSchema, passport.soldAs),
        holder: toAnswer<Passport['holder']>(HolderSchema, holder),
        stateName: stateOf(passport, today),
      }),
    ),
  };
}

/** A payment that will not be made any more is as if it had never been asked for. */
function stateOf(passport: PassportRecord, today: string) {
  const { paymentStatus } = passport;
  if (paymentStatus === 'pending' || paymentStatus === 'declined') {
    return statusOf(PASSPORT_STATUSES, passportStatus(passport, today));
  }
  return paymentStatus && statusOf(PAYMENT_STATUSES, paymentStatus);
}
