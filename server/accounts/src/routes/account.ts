import {
  actingMemberOf,
  answerData,
  answerNothing,
  answerUser,
  FileAnswer,
  provenMemberOf,
} from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForLinkable, mountForMember, mountPublic } from '@portal/server-endpoint/mount';
import { findMemberById, toUser } from '@portal/server-members/members';
import { listTermsInForce, termsChangesSince } from '@portal/server-members/terms';
import { toAnswer, toCamelCase } from '@portal/server-platform/case';
import { err, type Outcome, type Refusal } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { type SentCode, type TermsVersion, TermsVersionSchema } from '@portal/shared-contract';
import { notMe } from '../changes/not-me.ts';
import type { SentMemberCode } from '../codes/send-code-to.ts';
import { requestDataExport, takeDataExport } from '../export/data-export.ts';
import { closeAccount } from '../settings/close-account.ts';
import { acceptTerms, verifyEmail } from '../settings/confirmations.ts';
import { beginEmailChange } from '../settings/email-change.ts';
import { sendMemberCode, verifyMemberCode } from '../settings/member-codes.ts';
import { beginPhoneChange } from '../settings/phone-change.ts';
import { undoChanges } from '../settings/undo-changes.ts';
import { updateProfile } from '../settings/update-profile.ts';
import { linkSignIn, sendLinkCode } from '../sign-up/link-sign-in.ts';

const FREE: readonly string[] = contract.FREELY_CHANGED;
const isFree = (body: object): boolean => Object.keys(body).every((name) => FREE.includes(name));

/** The member's profile, the download of their data, and the end of the account. */
export function mountProfile(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, contract.getUserinfo, async (_request, { member }) => {
    const found = await context.readMember(member.id);
    // The access token of a closed account can live for a few more minutes.
    return found && !found.closedAt ? toUser(found) : err('auth.unauthorized');
  });
  mountForMember(app, context, contract.updateMe, async ({ body }, call) => {
    if (call.member.unconfirmed && !isFree(body)) return err('user.step_up_required');
    return answerUser(await updateProfile(context, provenMemberOf(call), toCamelCase(body)));
  });
  mountForMember(app, context, contract.requestDataExport, async (_request, call) =>
    answerNothing(await requestDataExport(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.takeDataExport, async ({ body }, call) => {
    const outcome = await takeDataExport(context, actingMemberOf(call), body.code);
    if (!outcome.ok) return outcome;
    const { name, zip } = outcome.value;
    return new FileAnswer(name, 'application/zip', zip);
  });
  mountForMember(app, context, contract.deleteMe, async ({ body }, call) =>
    answerNothing(await closeAccount(context, provenMemberOf(call), body)),
  );
}

/** The changes of address and number, and the codes that prove them or a member. */
export function mountCodes(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, contract.changeEmail, async ({ body }, call) => {
    const { locale, network, work } = call;
    const request = { ...toCamelCase(body), locale, network, work };
    return toSentCode(await beginEmailChange(context, actingMemberOf(call), request));
  });
  mountForMember(app, context, contract.verifyEmail, async (_request, call) =>
    answerUser(await verifyEmail(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.changePhone, async ({ body }, call) => {
    const { locale, network, work } = call;
    const request = { ...toCamelCase(body), locale, network, work };
    return toSentCode(await beginPhoneChange(context, actingMemberOf(call), request));
  });
  mountForMember(app, context, contract.sendCode, async ({ body: { type } }, call) =>
    toSentCode(await sendMemberCode(context, call.member.id, { ...call, type })),
  );
  mountForMember(app, context, contract.sendCodeV2, async ({ body }, call) => {
    const { type, channel, long_wait: longWait } = body;
    const request = { ...call, type, channel, longWait };
    return toSentCode(await sendMemberCode(context, call.member.id, request));
  });
  mountForMember(app, context, contract.verifyCode, async ({ body }, call) => {
    const outcome = await verifyMemberCode(context, provenMemberOf(call), body);
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    return value.kind === 'step_up'
      ? { data: { type: body.type, allowed_until: value.allowedUntil.toISOString() } }
      : { data: { type: body.type, allowed_until: null, user: toUser(value.member) } };
  });
  // The step-up itself is given at the identity provider.
  mountForMember(app, context, contract.getStepUp, async ({ query }, { member }) => ({
    data: { allowed_until: (await member.stepUps.until(query.act))?.toISOString() ?? null },
  }));
}

export function toSentCode(outcome: Outcome<SentMemberCode>): SentCode | Refusal {
  if (!outcome.ok) return outcome;
  const { channel, masked, resendAt, expiresAt } = outcome.value;
  return {
    ...(channel === 'sms' ? { sms: masked } : { email: masked }),
    resend_at: resendAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

export function mountTerms(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.listTerms, async () => ({
    data: (await listTermsInForce(context)).map((version) =>
      toAnswer<TermsVersion>(TermsVersionSchema, version),
    ),
  }));
  mountPublic(app, context, contract.readTermsText, ({ params }) => {
    const { terms } = context.config.brand;
    return terms ? { data: terms.texts[params.locale] } : err('request.not_found');
  });
  mountPublic(app, context, contract.readSitePage, ({ params }) => {
    const page = context.config.brand.pages?.[params.name];
    return page ? { data: page[params.locale] } : err('request.not_found');
  });
  mountForMember(app, context, contract.readTermsChanges, async ({ params }, { member }) => {
    const found = await findMemberById(context, member.id);
    const accepted = found?.termsAcceptedVersion ?? null;
    return { data: await termsChangesSince(context, accepted, params.locale) };
  });
  mountForMember(app, context, contract.acceptTerms, async (_request, call) =>
    answerUser(await acceptTerms(context, actingMemberOf(call))),
  );
}

export function mountUndo(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.undoChanges, async ({ body }, { device }) => {
    const outcome = await undoChanges(context, body.token, device);
    if (!outcome.ok) return outcome;
    const { status, maskedEmail: email, passports } = outcome.value;
    return { data: { status, email, passports } };
  });
  mountPublic(app, context, contract.notMe, async ({ body }, { device }) =>
    answerData(await notMe(context, body.code, device)),
  );
}

/** The calls of somebody who has signed in at another identity provider and is no member yet. */
export function mountLinkSignIn(app: ApiApp, context: ApiContext): void {
  mountForLinkable(app, context, contract.sendLinkCode, async (_request, call) =>
    toSentCode(await sendLinkCode(context, call.linkable, call)),
  );
  mountForLinkable(app, context, contract.linkSignIn, async ({ body }, { linkable, device }) =>
    answerNothing(await linkSignIn(context, linkable, { code: body.code, device })),
  );
}
