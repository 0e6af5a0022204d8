import { actingMemberOf } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { toCamelCase } from '@portal/server-platform/case';
import { changePhone } from '@portal/shared-contract';
import { beginPhoneChange } from '../settings/phone-change.ts';
import { toSentCode } from './verification-codes.ts';

/** Mounts the call that changes the phone number by a code to the new one. */
export function mountPhone(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, changePhone, async ({ body }, call) => {
    const request = {
      ...toCamelCase(body),
      locale: call.locale,
      network: call.network,
      work: call.work,
    };
    return toSentCode(await beginPhoneChange(context, actingMemberOf(call), request));
  });
}
