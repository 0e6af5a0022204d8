import type { ApiApp } from '@portal/server-endpoint/api';
import { mountForMember, mountPublic } from '@portal/server-endpoint/mount';
import { limitMember } from '@portal/server-platform/limits/rate-limits';
import { Refusal } from '@portal/server-platform/outcome';
import {
  answerPassportOffer,
  answerPassportTransfer,
  checkPassportUsername,
  findPassportOffer,
  type GiftWordsSchema,
  offerPassportByLink,
  showPassportOffer,
  startPassportTransfer,
  takePassportBack,
  withdrawPassportTransfer,
} from '@portal/shared-contract';
import type * as v from 'valibot';
import { takeBack } from '../giving/take-back.ts';
import {
  acceptTransfer,
  findReceiver,
  type GiftWords,
  rejectTransfer,
  startTransfer,
  withdrawTransfer,
} from '../giving/transfer.ts';
import {
  answerTransferByLink,
  findTransferByLink,
  showTransferByLink,
  startTransferByLink,
} from '../giving/transfer-by-link.ts';
import { LIMITS, type PassportApiContext } from './api-context.ts';
import { actionOf, answerPassport } from './passport-answer.ts';

export function mountPassportTransfers(app: ApiApp, context: PassportApiContext): void {
  mountForMember(app, context, checkPassportUsername, async ({ query }, { member }) => {
    const limited = await limitMember(context, LIMITS.usernames, member.id);
    if (limited) return limited;
    const found = await findReceiver(context, member.id, query.username);
    return found.ok ? { data: { other: found.value.masked } } : found;
  });
  mountForMember(app, context, startPassportTransfer, async ({ params, body }, call) => {
    const limited = await limitMember(context, LIMITS.usernames, call.member.id);
    if (limited) return limited;
    const who = actionOf(params, call);
    const offered = await startTransfer(context, who, body.username, wordsOf(body));
    return answerPassport(context, call, offered);
  });
  mountForMember(app, context, answerPassportTransfer, async ({ params, body }, call) => {
    const answer = body.status === 'accepted' ? acceptTransfer : rejectTransfer;
    return answerPassport(context, call, await answer(context, actionOf(params, call)));
  });
  mountForMember(app, context, withdrawPassportTransfer, async ({ params }, call) =>
    answerPassport(context, call, await withdrawTransfer(context, actionOf(params, call))),
  );
  mountForMember(app, context, takePassportBack, async ({ params }, call) =>
    answerPassport(context, call, await takeBack(context, actionOf(params, call))),
  );
  mountForMember(app, context, offerPassportByLink, async ({ params, body }, call) => {
    const limited = await limitMember(context, LIMITS.usernames, call.member.id);
    if (limited) return limited;
    const offered = await startTransferByLink(context, actionOf(params, call), wordsOf(body));
    if (!offered.ok) return offered;
    const { access, token } = offered.value;
    const answer = await answerPassport(context, call, { ok: true, value: access });
    return answer instanceof Refusal ? answer : { ...answer, token };
  });
  mountPublic(app, context, showPassportOffer, async ({ body }) => {
    const shown = await showTransferByLink(context, body.token);
    if (!shown.ok) return shown;
    const { passport, transfer } = shown.value;
    return {
      data: {
        giver_name: transfer.giverName,
        message: transfer.message,
        design_id: passport.designId,
        requested_at: transfer.requestedAt.toISOString(),
      },
    };
  });
  mountForMember(app, context, findPassportOffer, async ({ body }, call) => {
    const limited = await limitMember(context, LIMITS.offerLinks, call.member.id);
    if (limited) return limited;
    const found = await findTransferByLink(context, call.member.id, body.token);
    return answerPassport(context, call, found);
  });
  mountForMember(app, context, answerPassportOffer, async ({ body }, call) => {
    const limited = await limitMember(context, LIMITS.offerLinks, call.member.id);
    if (limited) return limited;
    const who = { memberId: call.member.id, device: call.device };
    return answerPassport(context, call, await answerTransferByLink(context, who, body));
  });
}

const wordsOf = (body: v.InferOutput<typeof GiftWordsSchema> | undefined): GiftWords => ({
  giverName: body?.giver_name ?? null,
  message: body?.message ?? null,
});
