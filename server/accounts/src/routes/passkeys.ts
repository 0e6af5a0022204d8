import { actingMemberOf, answerNothing } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refusalOf, refuse } from '@portal/server-endpoint/refusal';
import { toAnswer } from '@portal/server-platform/case';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  PasskeySchema,
  removePasskey,
  renamePasskey,
} from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as passkeys from '../second-step/passkeys.ts';
import * as factors from '../settings/second-step-methods.ts';

export function mountPasskeys(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listPasskeys, async (_request, { member }) => ({
    data: (await passkeys.listPasskeys(context, member.id)).map(toPasskey),
    meta: {
      rp_id: context.config.passkeyDomain,
      user_id: Buffer.from(passkeys.userHandle(member.id)).toString('base64url'),
    },
  }));
  mountForMember(app, context, beginPasskey, async (_request, call) => {
    const outcome = await factors.beginPasskey(context, actingMemberOf(call));
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountForMember(app, context, addPasskey, async ({ body }, call) => {
    const made = {
      name: body.name ?? '',
      // The contract has checked only the outline; the library checks the content.
      response: body.response as unknown as RegistrationResponseJSON,
    };
    const outcome = await factors.addPasskey(context, actingMemberOf(call), made);
    return outcome.ok ? { data: toPasskey(outcome.value) } : refusalOf(outcome);
  });
  mountForMember(app, context, renamePasskey, async ({ params, body }, { member }) => {
    const name = body.name ?? '';
    const renamed = await passkeys.renamePasskey(context, member.id, params.id, name);
    return renamed ? { data: toPasskey(renamed) } : refuse('request.not_found');
  });
  mountForMember(app, context, removePasskey, async ({ params }, call) =>
    answerNothing(await factors.removePasskey(context, actingMemberOf(call), params.id)),
  );
}

const toPasskey = (record: passkeys.PasskeyRecord) => toAnswer<Passkey>(PasskeySchema, record);
