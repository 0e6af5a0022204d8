import { actingMemberOf, answerUser } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { toCamelCase } from '@portal/server-platform/case';
import { changeEmail, verifyEmail } from '@portal/shared-contract';
import * as confirmations from '../settings/confirmations.ts';
import { beginEmailChange } from '../settings/email-change.ts';
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
