import {
  actingMemberOf,
  answerData,
  answerNothing,
  answerUser,
} from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ActingMember,
  findMemberById,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { toAnswer, toCamelCase } from '@portal/server-platform/case';
import { updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { type Passkey, PasskeySchema } from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import {
  confirmPassword,
  forgetAttempts,
  passwordHashOf,
  storePasswordHash,
} from '../password/credentials.ts';
import { hashPassword } from '../password/password-hash.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../password/password-rules.ts';
import { passkeys as passkeysTable } from '../schema/second-step-methods.ts';
import * as passkeys from '../second-step/passkeys.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import * as secondStep from '../settings/second-step.ts';

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
    const which = { id: params.id, memberId: member.id };
    const [renamed] = await updateRows(context, passkeysTable, which, { name: body.name ?? '' });
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

/** Changes the password or sets the first one, and ends the member's other sessions. */
async function setMyPassword(
  context: AccountContext,
  { memberId, sessionUid, device }: ActingMember,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
): Promise<Outcome<MemberRecord>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const changes = member.passwordSet;
  const before = await passwordHashOf(context, memberId);
  const problem = await passwordProblem(context, password, member);
  if (problem) return passwordRefused(problem);
  if (changes) {
    const check = await confirmPassword(context, memberId, currentPassword ?? '');
    if (check === 'too_many') return err('too_many_attempts');
    if (check === 'wrong') return err('user.current_password_invalid');
    if (password.normalize('NFKC') === currentPassword?.normalize('NFKC')) {
      return passwordRefused('password.same_as_current');
    }
  }
  // Hashed before the transaction, because it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return withLockedMember(context, memberId, async (tx, locked) => {
    // Set by another call meanwhile, whose password this one has not confirmed.
    if ((await passwordHashOf(tx, memberId)) !== before)
      return err('user.current_password_invalid');
    await storePasswordHash(tx, memberId, hash);
    await forgetAttempts(tx, locked.email);
    await tx.sessions.endAll(tx, memberId, sessionUid ? { exceptSession: sessionUid } : {});
    const notice = changes ? 'password_changed' : 'password_set';
    await announceChange(tx, await readBefore(tx, locked), { notice, device });
    return ok(await reloadMember(tx, memberId));
  });
}
