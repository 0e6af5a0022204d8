import type { ApiApp } from '@portal/server-endpoint/api-types';
import { type MemberCall, mountForMember } from '@portal/server-endpoint/mount';
import { Refusal, refusalOf, refuse } from '@portal/server-endpoint/refusal';
import { findMemberById } from '@portal/server-members/members';
import { offeredDesigns } from '@portal/shared-brand/read/designs';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  isOnSale,
  type Locale,
  listPassportDesigns,
  nextSale,
  PAYMENT_TYPE_CODES,
  type PassportKind,
  payPassport,
  purchasePassport,
  todayInJapan,
} from '@portal/shared-contract';
import { findPassport } from '../passport/access.ts';
import { LIMITS, limitMember } from '../passport/limits.ts';
import { findOpenPayment, payAgain } from '../payments/payments.ts';
import * as purchase from '../payments/purchase.ts';
import { openPaymentPage, settlePassportPayments } from '../payments/settle.ts';
import type { PassportApiContext } from './api-context.ts';
import { actionOf, answerPassport } from './passport-answer.ts';

/** The kinds that can be bought today. */
export const kindsOnSale = ({ config, clock }: PassportApiContext): PassportKind[] => {
  const today = todayInJapan(clock.now());
  return passesOf(config).kinds.filter((kind) => isOnSale(kind, today));
};

/** The calls of buying and paying. */
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
    if (limited) return refusalOf(limited);
    const card = context.payments !== undefined;
    const designs = offeredDesigns(context.config);
    const options = { card, designs, config: context.config };
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
    if (!context.payments) return refuse('request.invalid', { payment_type: ['required.choice'] });
    const found = await findPassport(context, call.member.id, params.id);
    // The open payment may have been declined, which makes room for another, or one that has ended may have been paid.
    if (found.ok) await settlePassportPayments(context, params.id);
    const payment = await payAgain(context, actionOf(params, call));
    if (!payment.ok) return refusalOf(payment);
    const back = { passportId: params.id, locale: await localeOf(context, call) };
    const url = await openPaymentPage(context, payment.value, back);
    return url === undefined ? refuse('server.unavailable') : { payment_url: url };
  });
}

async function localeOf(
  context: PassportApiContext,
  { locale, member }: MemberCall,
): Promise<Locale> {
  return locale ?? (await findMemberById(context, member.id))?.locale ?? 'ja';
}
