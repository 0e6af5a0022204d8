import { acceptTerms } from '@portal/server-accounts/settings/confirmations';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { listTermsInForce, termsChangesSince } from '@portal/server-members/terms';
import { readForm } from '@portal/server-platform/http/form-body';
import { sentByOurPage } from '@portal/server-platform/http/same-origin';
import { portalUrl } from '@portal/server-platform/pages/layout';
import { termsNewSince } from '@portal/shared-contract';
import { type Interaction, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, localeOf } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { termsPage } from '../pages/terms-page.ts';
import { endSession } from '../tokens/sessions.ts';
import { goTo, type SignInDependencies, stepUrl } from './progress.ts';

export const TERMS_PAGE = '/terms';
/** The name of the prompt, and of the interaction's result. */
export const TERMS_PROMPT = 'terms';

/**
 * The prompt that withholds every token until the member has accepted the terms in force.
 * A silent check passes: it brings no refresh token, and the API refuses its access token.
 */
export function termsPrompt(): interactionPolicy.Prompt {
  const { Prompt, Check } = interactionPolicy;
  return new Prompt(
    { name: TERMS_PROMPT, requestable: false },
    new Check(
      'terms_outdated',
      'The member has not accepted the terms in force',
      'interaction_required',
      (ctx) => {
        const { account } = ctx.oidc;
        return !account || account.termsAccepted || ctx.oidc.prompts.has('none')
          ? Check.NO_NEED_TO_PROMPT
          : Check.REQUEST_PROMPT;
      },
    ),
  );
}

/** The page of the sign-in that asks for agreement to the terms of service in force. */
export function termsStep({ context, provider }: SignInDependencies) {
  const { config } = context;

  return { GET: show, POST: submit };

  function show(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> {
    return answer(ctx, interaction, 200);
  }

  async function submit(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> {
    const member = await memberOf(ctx, interaction);
    if (!member) return startAgain(ctx, interaction);
    const form = await readForm(ctx.req);
    if (!form || !sentByOurPage(ctx.headers, config.idpOrigin)) {
      return answer(ctx, interaction, 403);
    }
    const actor = { memberId: member.id, device: requestDevice(ctx.req) };
    if (form.get('answer') === 'decline') return decline(ctx, interaction, member);
    await acceptTerms(context, actor);
    const continueAt = await provider().interactionResult(
      ctx.req,
      ctx.res,
      { [TERMS_PROMPT]: {} },
      { mergeWithLastSubmission: true },
    );
    goTo(ctx, continueAt);
  }

  /** Ends the session, because a signed-in browser would be asked again on every page. */
  async function decline(
    ctx: KoaContextWithOIDC,
    { params }: Interaction,
    member: MemberRecord,
  ): Promise<void> {
    const { uid } = await provider().Session.get(ctx);
    await endSession(context, member.id, uid);
    const frame = { portalOrigin: config.portalOrigin, locale: localeOf(ctx, params) };
    goTo(ctx, portalUrl(frame));
  }

  async function answer(
    ctx: KoaContextWithOIDC,
    interaction: Interaction,
    status: number,
  ): Promise<void> {
    const { uid, params } = interaction;
    const member = await memberOf(ctx, interaction);
    if (!member) return startAgain(ctx, interaction);
    const accepted = member.termsAcceptedVersion;
    const versions = termsNewSince(accepted, await listTermsInForce(context));
    const locale = localeOf(ctx, params);
    const view = {
      action: stepUrl(uid, TERMS_PAGE, locale),
      otherLanguageUrl: stepUrl(uid, TERMS_PAGE, locale === 'ja' ? 'en' : 'ja'),
      hasChanged: accepted !== null,
      changes: versions.flatMap(({ changes }) => changes),
      comparison:
        accepted === null ? undefined : await termsChangesSince(context, accepted, locale),
      foreign: status === 403,
    };
    await answerPage(ctx, config, status, (frame) => termsPage(frame, view), params);
  }

  /** The signed-in member of a sign-in that waits for the terms; undefined before the first step. */
  async function memberOf(
    ctx: KoaContextWithOIDC,
    { prompt }: Interaction,
  ): Promise<MemberRecord | undefined> {
    if (prompt.name !== TERMS_PROMPT) return undefined;
    const { accountId } = await provider().Session.get(ctx);
    const member = accountId === undefined ? undefined : await findMemberById(context, accountId);
    return member?.closedAt ? undefined : member;
  }

  async function startAgain(ctx: KoaContextWithOIDC, { uid, params }: Interaction): Promise<void> {
    goTo(ctx, stepUrl(uid, '', localeOf(ctx, params)));
  }
}
