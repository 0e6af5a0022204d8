import {
  answerPassportTransfer,
  CODE_PERIOD_S,
  cancelPassport,
  checkPassportUsername,
  getPassport,
  issuePhysicalCard,
  type Locale,
  listPassportCodes,
  listPassportDesigns,
  listPassports,
  PAYMENT_TYPE_CODES,
  type Passport,
  payPassport,
  purchasePassport,
  startPassportTransfer,
  updatePassport,
  withdrawPassportTransfer,
} from '@portal/shared-contract';
import type { Outcome } from '../../domain/account/outcome.ts';
import { findMemberById, type MemberRecord } from '../../domain/members.ts';
import { findPass, type SeenPass } from '../../domain/passes/access.ts';
import { cancelPass, changeLooks, issueCard } from '../../domain/passes/change.ts';
import { listCodes } from '../../domain/passes/codes.ts';
import { PASS_DESIGNS } from '../../domain/passes/designs.ts';
import { LIMITS, limitMember } from '../../domain/passes/limits.ts';
import { listPasses, viewPass } from '../../domain/passes/list.ts';
import { PASS_PRICE } from '../../domain/passes/pass.ts';
import { findOpenPayment, payAgain } from '../../domain/passes/payments.ts';
import { purchasePass } from '../../domain/passes/purchase.ts';
import * as transfer from '../../domain/passes/transfer.ts';
import { openPaymentPage, settlePass } from '../../payments/settle.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { type MemberCall, mountForMember } from '../mount.ts';
import { toPassport } from '../passport.ts';
import { Refusal, refusalOf, refuse } from '../refusal.ts';

/** decisions.md «Passes»: `/passports`, a generic resource. */
export function mountPassports(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listPassports, async ({ query }, { member }) => {
    const viewer = await findViewer(context, member.id);
    if (viewer instanceof Refusal) return viewer;
    const { items, total } = await listPasses(context, viewer, query);
    const { page, limit } = query;
    return {
      data: items.map((item) => toPassport(context, item)),
      meta: { page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) },
    };
  });
  mountForMember(app, context, listPassportDesigns, () => ({
    data: [...PASS_DESIGNS],
    price: PASS_PRICE,
    payment_types: PAYMENT_TYPE_CODES.filter((type) => type === 'counter' || context.payments),
  }));
  mountForMember(app, context, checkPassportUsername, async ({ query }, { member }) => {
    const limited = await limitMember(context, LIMITS.usernames, member.id);
    if (limited) return refusalOf(limited);
    const found = await transfer.findReceiver(context, member.id, query.username);
    return found.ok ? { data: { other: found.value.masked } } : refusalOf(found);
  });
  mountForMember(app, context, purchasePassport, async ({ body }, call) => {
    const limited = await limitMember(context, LIMITS.purchases, call.member.id);
    if (limited) return refusalOf(limited);
    const card = context.payments !== undefined;
    const bought = await purchasePass(context, call.member.id, body, { card });
    const answer = await answerPass(context, call, bought);
    if (answer instanceof Refusal) return answer;
    const payment = await findOpenPayment(context, answer.data.id);
    const url = payment && (await openPaymentPage(context, payment, await localeOf(context, call)));
    return { ...answer, ...(url !== undefined && { payment_url: url }) };
  });
  mountForMember(app, context, getPassport, async ({ params }, call) => {
    const found = await findPass(context, call.member.id, params.id);
    if (!found.ok || !isUnsettled(found.value)) return answerPass(context, call, found);
    await settlePass(context, params.id);
    return answerPass(context, call, await findPass(context, call.member.id, params.id));
  });
  mountForMember(app, context, updatePassport, async ({ params, body }, call) => {
    const changes = { designId: body.design_id, photoId: body.photo_id };
    return answerPass(context, call, await changeLooks(context, whoOf(params, call), changes));
  });
  mountForMember(app, context, cancelPassport, async ({ params }, call) => {
    const canceled = await cancelPass(context, whoOf(params, call));
    if (canceled.ok) await settlePass(context, params.id);
    return answerPass(context, call, canceled);
  });
  mountForMember(app, context, issuePhysicalCard, async ({ params }, call) =>
    answerPass(context, call, await issueCard(context, whoOf(params, call))),
  );
  mountForMember(app, context, payPassport, async ({ params }, call) => {
    if (!context.payments) return refuse('request.invalid', { payment_type: ['required.choice'] });
    const found = await findPass(context, call.member.id, params.id);
    // A decline that has not been heard of yet makes room for another payment.
    if (found.ok && isUnsettled(found.value)) await settlePass(context, params.id);
    const payment = await payAgain(context, whoOf(params, call));
    if (!payment.ok) return refusalOf(payment);
    const url = await openPaymentPage(context, payment.value, await localeOf(context, call));
    return url === undefined ? refuse('server.unavailable') : { payment_url: url };
  });
  mountForMember(app, context, listPassportCodes, async ({ params }, { member }) => {
    const codes = await listCodes(context, member.id, params.id);
    if (!codes.ok) return refusalOf(codes);
    const server_time = context.clock.now().toISOString();
    return { data: { server_time, period_s: CODE_PERIOD_S, codes: [...codes.value] } };
  });
  mountTransfers(app, context);
}

function mountTransfers(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, startPassportTransfer, async ({ params, body }, call) => {
    const limited = await limitMember(context, LIMITS.usernames, call.member.id);
    if (limited) return refusalOf(limited);
    const who = whoOf(params, call);
    return answerPass(context, call, await transfer.startTransfer(context, who, body.username));
  });
  mountForMember(app, context, answerPassportTransfer, async ({ params, body }, call) => {
    const answer = body.status === 'accepted' ? transfer.acceptTransfer : transfer.rejectTransfer;
    return answerPass(context, call, await answer(context, whoOf(params, call)));
  });
  mountForMember(app, context, withdrawPassportTransfer, async ({ params }, call) =>
    answerPass(context, call, await transfer.withdrawTransfer(context, whoOf(params, call))),
  );
}

const whoOf = ({ id }: { readonly id: string }, { member }: MemberCall) => ({
  memberId: member.id,
  passId: id,
});

/** The provider may know more than we do. */
const isUnsettled = ({ pass, role }: SeenPass) =>
  role === 'owner' &&
  pass.paymentType === 'card' &&
  (pass.paymentStatus === 'pending' || pass.paymentStatus === 'refund_pending');

async function answerPass(
  context: ApiContext,
  { member }: MemberCall,
  outcome: Outcome<SeenPass>,
): Promise<{ data: Passport } | Refusal> {
  if (!outcome.ok) return refusalOf(outcome);
  const viewer = await findViewer(context, member.id);
  if (viewer instanceof Refusal) return viewer;
  return { data: toPassport(context, await viewPass(context, viewer, outcome.value)) };
}

async function findViewer(context: ApiContext, memberId: string): Promise<MemberRecord | Refusal> {
  const member = await findMemberById(context, memberId);
  return member && !member.cancelledAt ? member : refuse('auth.unauthorized');
}

async function localeOf(context: ApiContext, { locale, member }: MemberCall): Promise<Locale> {
  return locale ?? (await findMemberById(context, member.id))?.locale ?? 'ja';
}
