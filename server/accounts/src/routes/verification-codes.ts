import { provenMemberOf } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember, type ProvenCall } from '@portal/server-endpoint/mount';
import { type Refusal, refusalOf } from '@portal/server-endpoint/refusal';
import { toUser } from '@portal/server-members/user';
import type { Outcome } from '@portal/server-platform/outcome';
import {
  type ApiCodeType,
  type EndpointAnswer,
  type SentCode,
  sendCode,
  sendCodeV2,
  verifyCode,
} from '@portal/shared-contract';
import type { SentMemberCode } from '../codes/send-code-to.ts';
import { sendMemberCode, verifyMemberCode } from '../settings/member-codes.ts';

export function mountVerificationCodes(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, sendCode, async ({ body }, { member, ...call }) => {
    const { locale, network, work, device } = call;
    const request = { type: body.type, locale, network, work, device };
    return toSentCode(await sendMemberCode(context, member.id, request));
  });
  mountForMember(app, context, sendCodeV2, async ({ body }, { member, ...call }) => {
    const { type, channel, long_wait: longWait } = body;
    const { locale, network, work, device } = call;
    const request = { type, channel, longWait, locale, network, work, device };
    return toSentCode(await sendMemberCode(context, member.id, request));
  });
  mountForMember(app, context, verifyCode, ({ body }, call) => verify(context, call, body));
}

export function toSentCode(outcome: Outcome<SentMemberCode>): SentCode | Refusal {
  if (!outcome.ok) return refusalOf(outcome);
  const { channel, masked, resendAt, expiresAt } = outcome.value;
  return {
    ...(channel === 'sms' ? { sms: masked } : { email: masked }),
    resend_at: resendAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

async function verify(
  context: ApiContext,
  call: ProvenCall,
  body: { readonly type: ApiCodeType; readonly code: string },
): Promise<EndpointAnswer<typeof verifyCode> | Refusal> {
  const outcome = await verifyMemberCode(context, provenMemberOf(call), body);
  if (!outcome.ok) return refusalOf(outcome);
  const { type } = body;
  return outcome.value.kind === 'step_up'
    ? { data: { type, allowed_until: outcome.value.allowedUntil.toISOString() } }
    : { data: { type, allowed_until: null, user: toUser(outcome.value.member) } };
}
