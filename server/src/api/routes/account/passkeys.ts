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
import { toAnswer } from '../../../case.ts';
import * as factors from '../../../domain/account/second-factors.ts';
import * as passkeys from '../../../domain/second-factors/passkeys.ts';
import { actingMemberOf, answerNothing } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refusalOf, refuse } from '../../refusal.ts';

export function mountPasskeys(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listPasskeys, async (_request, { member }) => ({
    data: (await passkeys.listPasskeys(context, member.id)).map(toPasskey),
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
