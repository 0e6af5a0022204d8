import {
  actingMemberOf,
  answerData,
  answerNothing,
  answerUser,
} from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { findMemberById } from '@portal/server-members/members';
import { toAnswer, toCamelCase } from '@portal/server-platform/case';
import { err } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { type Passkey, PasskeySchema } from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as passkeys from '../second-step/passkeys.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import * as secondStep from '../settings/second-step.ts';
import { setMyPassword } from '../settings/set-password.ts';

/** How a member signs in at our own identity provider: password, passkeys, and the second step. */
export function mountSignInMethods(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, contract.getSignInMethods, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    return found ? { data: await signInMethods(context, found) } : err('auth.unauthorized');
  });
  mountForMember(app, context, contract.setMyPassword, async ({ body }, call) =>
    answerUser(await setMyPassword(context, actingMemberOf(call), toCamelCase(body))),
  );

  mountForMember(app, context, contract.listPasskeys, async (_request, { member }) => ({
    data: (await passkeys.listPasskeys(context, member.id)).map(toPasskey),
    meta: {
      rp_id: context.config.passkeyDomain,
      user_id: Buffer.from(passkeys.userHandle(member.id)).toString('base64url'),
    },
  }));
  mountForMember(app, context, contract.beginPasskey, async (_request, call) =>
    answerData(await secondStep.beginPasskey(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.addPasskey, async ({ body }, call) => {
    const made = {
      name: body.name ?? '',
      // The contract has checked only the outline; the library checks the content.
      response: body.response as unknown as RegistrationResponseJSON,
    };
    return answerData(await secondStep.addPasskey(context, actingMemberOf(call), made), toPasskey);
  });
  mountForMember(app, context, contract.renamePasskey, async ({ params, body }, { member }) => {
    const name = body.name ?? '';
    const renamed = await passkeys.renamePasskey(context, member.id, params.id, name);
    return renamed ? { data: toPasskey(renamed) } : err('request.not_found');
  });
  mountForMember(app, context, contract.removePasskey, async ({ params }, call) =>
    answerNothing(await secondStep.removePasskey(context, actingMemberOf(call), params.id)),
  );

  mountForMember(app, context, contract.beginTotp, async (_request, call) =>
    answerData(await secondStep.beginTotp(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.confirmTotp, async ({ body }, call) =>
    answerData(await secondStep.confirmTotp(context, actingMemberOf(call), body.code), toCodes),
  );
  mountForMember(app, context, contract.removeTotp, async (_request, call) =>
    answerNothing(await secondStep.removeTotp(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.makeRecoveryCodes, async (_request, call) =>
    answerData(await secondStep.newRecoveryCodes(context, actingMemberOf(call)), toCodes),
  );
  mountForMember(app, context, contract.enableMfa, async ({ body }, call) =>
    answerUser(await secondStep.enableMfa(context, actingMemberOf(call), body.channel)),
  );
  mountForMember(app, context, contract.disableMfa, async (_request, call) =>
    answerUser(await secondStep.disableMfa(context, actingMemberOf(call))),
  );
}

const toPasskey = (record: passkeys.PasskeyRecord) => toAnswer<Passkey>(PasskeySchema, record);
const toCodes = (codes: readonly string[]) => ({ recovery_codes: [...codes] });
