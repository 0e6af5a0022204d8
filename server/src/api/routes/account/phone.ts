import { changePhone } from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import { beginPhoneChange } from '../../../domain/account/phone-change.ts';
import { actingMemberOf } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
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
