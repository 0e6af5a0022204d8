import { answerRefusal, pageMeta } from '@portal/server-endpoint/answers';
import type { ApiApp, MemberCall } from '@portal/server-endpoint/api';
import { readBody } from '@portal/server-endpoint/body';
import { limitCall } from '@portal/server-endpoint/limits';
import { mountForMember } from '@portal/server-endpoint/mount';
import { findMemberById, isUuid } from '@portal/server-members/members';
import { toAnswer } from '@portal/server-platform/case';
import { limitMember } from '@portal/server-platform/limits/rate-limits';
import { err, Refusal } from '@portal/server-platform/outcome';
import { offeredDesigns } from '@portal/shared-brand/read/designs';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  HolderSchema,
  isOnSale,
  listPassportDesigns,
  listPurchases,
  nextSale,
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPE_CODES,
  PAYMENT_TYPES,
  type Passport,
  type PassportKind,
  PurchasedPassportSchema,
  type PurchaseRecord,
  payPassport,
  purchasePassport,
  SoldKindSchema,
  statusOf,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { findPassport } from '../passport/access.ts';
import { type PassportRecord, passportStatus } from '../passport/passport.ts';
import * as list from '../payments/list-purchases.ts';
import { findOpenPayment, payAgain, settlePayment } from '../payments/payments.ts';
import { isValidSignature, SIGNATURE_HEADER, STATUS_ENTRIES } from '../payments/provider.ts';
import * as purchase from '../payments/purchase.ts';
import { keepUnknownPayment } from '../payments/restored.ts';
import { logOtherSum, openPaymentPage, settlePassportPayments } from '../payments/settle.ts';
import { LIMITS, type PassportApiContext } from './api-context.ts';
import { actionOf, answerPassport, findViewer } from './passport-answer.ts';

export const kindsOnSale = ({ config, clock }: PassportApiContext): PassportKind[] => {
  const today = todayInJapan(clock.now());
  return passesOf(config).kinds.filter((kind) => isOnSale(kind, today));
};

export function mountPassportPurchase(app: ApiApp, context: PassportApiContext): void {
  mountForMember(app, context, listPassportDesigns, () => {
    const { kinds, childBelow } = passesOf(context.config);
    const today = todayInJapan(context.clock.now());
    return {
      data: [...offeredDesigns(context.config)],
      kinds: kindsOnSale(context),
      next_sale: nextSale(kinds, today) ?? null,
      payment_types: PAYMENT_TYPE_CODES.filter((type) => type === 'counter' || context.payments),
      child_below_years: childBelow,
    };
  });
  mountForMember(app, context, purchasePassport, async ({ body }, call) => {
    const limited = await limitMember(context, LIMITS.purchases, call.member.id);
    if (limited) return limited;
    const { config, payments } = context;
    const options = { card: payments !== undefined, designs: offeredDesigns(config), config };
    const bought = await purchase.purchasePassport(context, call.member.id, body, options);
    const answer = await answerPassport(context, call, bought);
    if (answer instanceof Refusal) return answer;
    const passportId = answer.data.id;
    const payment = await findOpenPayment(context, passportId);
    const back = payment && { passportId, locale: await localeOf(context, call) };
    const url = back && (await openPaymentPage(context, payment, back));
    return { ...answer, ...(url !== undefined && { payment_url: url }) };
  });
  mountForMember(app, context, payPassport, async ({ params }, call) => {
    if (!context.payments)
      return err('request.invalid', { descriptions: { payment_type: ['required.choice'] } });
    const found = await findPassport(context, call.member.id, params.id);
    // The open payment may have been declined, which makes room for another, or one that has ended may have been paid.
    if (found.ok) await settlePassportPayments(context, params.id);
    const payment = await payAgain(context, actionOf(params, call));
    if (!payment.ok) return payment;
    const back = { passportId: params.id, locale: await localeOf(context, call) };
    const url = await openPaymentPage(context, payment.value, back);
    return url === undefined ? err('server.unavailable') : { payment_url: url };
  });
}

async function localeOf(context: PassportApiContext, { locale, member }: MemberCall) {
  return locale ?? (await findMemberById(context, member.id))?.locale ?? 'ja';
}

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

const BODY_LIMIT_BYTES = 16 * 1024;
const CallbackSchema = v.object({
  id: v.pipe(v.string(), v.check(isUuid)),
  ...STATUS_ENTRIES,
  /** Which refund of the payment has ended. */
  refund_id: v.optional(v.pipe(v.string(), v.check(isUuid))),
});

/** `POST /payments/callback`: a payment's result, perhaps twice, late or never, signed and without an API key. */
export function mountPaymentCallback(app: ApiApp, context: PassportApiContext): void {
  app.post('/payments/callback', async (c) => {
    const { payment } = context.config;
    if (!payment) return answerRefusal(c, err('request.not_found'));
    const signature = c.req.header(SIGNATURE_HEADER);
    const bytes = signature === undefined ? undefined : await readBody(c, BODY_LIMIT_BYTES);
    if (bytes instanceof Refusal) return answerRefusal(c, bytes);
    const body = new TextDecoder().decode(bytes);
    if (!isValidSignature(payment.secret, body, signature)) {
      const limited = await limitCall(context, c, undefined);
      return answerRefusal(c, limited ?? err('auth.unauthorized'));
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CallbackSchema), body);
    if (!parsed.success) return answerRefusal(c, err('request.invalid'));
    const { id, status, amount, refund_id: refundId } = parsed.output;
    const settled = await settlePayment(context, id, { status, amount, refundId });
    logOtherSum(context, settled, { id, amount });
    if (settled !== 'unknown') return c.body(null, 204);
    if (status === 'paid') {
      await keepUnknownPayment(context, { providerId: id, amount });
      context.log.error(
        { event: 'unknown-payment', payment: id, amount },
        'money has come for a payment that the portal does not know',
      );
    }
    return answerRefusal(c, err('request.not_found'));
  });
}
