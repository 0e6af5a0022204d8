import { changeEmail, verifyEmail } from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import * as confirmations from '../../../domain/account/confirmations.ts';
import { beginEmailChange } from '../../../domain/account/email-change.ts';
import { actingMemberOf, answerUser } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { toSentCode } from './verification-codes.ts';

/** Mounts the calls that change the address and verify the current address. */
export function mountEmail(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, changeEmail, async ({ body }, call) => {
    const request = {
      ...toCamelCase(body),
      locale: call.locale,
      network: call.network,
      work: call.work,
    };
    return toSentCode(await beginEmailChange(context, actingMemberOf(call), request));
  });
  mountForMember(app, context, verifyEmail, async (_request, call) =>
    answerUser(await confirmations.verifyEmail(context, actingMemberOf(call))),
  );
}
