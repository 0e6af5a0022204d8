import { setMyPassword } from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import * as password from '../../../domain/account/set-password.ts';
import { actingMemberOf, answerUser } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountPassword(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, setMyPassword, async ({ body }, call) =>
    answerUser(await password.setMyPassword(context, actingMemberOf(call), toCamelCase(body))),
  );
}
