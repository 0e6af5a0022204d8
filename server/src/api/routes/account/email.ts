import { changeEmail, undoEmailChange, verifyEmail } from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import * as confirmations from '../../../domain/account/confirmations.ts';
import { beginEmailChange } from '../../../domain/account/email-change.ts';
import * as undo from '../../../domain/account/undo-email-change.ts';
import { actingMemberOf, answerUser } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember, mountPublic } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';
import { toSentCode } from './verification-codes.ts';

/** Mounts the calls that change the address, undo a change and verify the current address. */
export function mountEmail(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, changeEmail, async ({ body }, call) => {
    const request = { ...toCamelCase(body), locale: call.locale, network: call.network };
    return toSentCode(await beginEmailChange(context, actingMemberOf(call), request));
  });
  mountPublic(app, context, undoEmailChange, async ({ body }, { device }) => {
    const outcome = await undo.undoEmailChange(context, body.token, device);
    if (!outcome.ok) return refusalOf(outcome);
    return { data: { status: outcome.value.status, password_set: outcome.value.passwordSet } };
  });
  mountForMember(app, context, verifyEmail, async (_request, call) =>
    answerUser(await confirmations.verifyEmail(context, actingMemberOf(call))),
  );
}
