import {
  acceptTerms,
  changeEmail,
  deleteMe,
  disableMfa,
  enableMfa,
  setMyPassword,
  undoEmailChange,
  unlinkLine,
  updateMe,
  verifyEmail,
} from '@portal/shared-contract';
import * as confirmations from '../../domain/account/confirmations.ts';
import { beginEmailChange } from '../../domain/account/email-change.ts';
import { closeAccount } from '../../domain/account/leave.ts';
import * as line from '../../domain/account/line.ts';
import * as password from '../../domain/account/set-password.ts';
import * as twoStep from '../../domain/account/two-step.ts';
import * as undo from '../../domain/account/undo-email-change.ts';
import { updateProfile } from '../../domain/account/update-profile.ts';
import { actorOf, answerNothing, answerUser } from '../actor.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountForMember, mountPublic } from '../mount.ts';
import { refusalOf } from '../refusal.ts';
import { toSentCode } from './codes.ts';

/** What a member does to their own account (spec §7, `/me…`). */
export function mountAccount(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, updateMe, async ({ body }, call) =>
    answerUser(await updateProfile(context, actorOf(call), body)),
  );
  mountForMember(app, context, deleteMe, async ({ body }, call) =>
    answerNothing(await closeAccount(context, actorOf(call), body)),
  );
  mountForMember(app, context, setMyPassword, async ({ body }, call) => {
    const { password: next, current_password: currentPassword } = body;
    const passwords = { password: next, currentPassword };
    return answerUser(await password.setMyPassword(context, actorOf(call), passwords));
  });
  mountForMember(app, context, changeEmail, async ({ body }, call) => {
    const { email, current_password: currentPassword } = body;
    const request = { email, currentPassword, locale: call.locale };
    return toSentCode(await beginEmailChange(context, actorOf(call), request));
  });
  mountPublic(app, context, undoEmailChange, async ({ body }, { device }) => {
    const outcome = await undo.undoEmailChange(context, body.token, device);
    if (!outcome.ok) return refusalOf(outcome);
    return { data: { status: outcome.value.status, password_set: outcome.value.passwordSet } };
  });
  mountForMember(app, context, verifyEmail, async (_request, call) =>
    answerUser(await confirmations.verifyEmail(context, actorOf(call))),
  );
  mountForMember(app, context, acceptTerms, async (_request, call) =>
    answerUser(await confirmations.acceptTerms(context, actorOf(call))),
  );
  mountForMember(app, context, enableMfa, async ({ body }, call) =>
    answerUser(await twoStep.enableMfa(context, actorOf(call), body.channel)),
  );
  mountForMember(app, context, disableMfa, async (_request, call) =>
    answerUser(await twoStep.disableMfa(context, actorOf(call))),
  );
  mountForMember(app, context, unlinkLine, async (_request, call) =>
    answerUser(await line.unlinkLine(context, actorOf(call))),
  );
}
