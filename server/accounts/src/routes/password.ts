import { actingMemberOf, answerUser } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { toCamelCase } from '@portal/server-platform/case';
import { setMyPassword } from '@portal/shared-contract';
import * as password from '../settings/set-password.ts';

export function mountPassword(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, setMyPassword, async ({ body }, call) =>
    answerUser(await password.setMyPassword(context, actingMemberOf(call), toCamelCase(body))),
  );
}
