import { acceptTerms } from '@portal/server-accounts/settings/confirmations';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { listTermsInForce, termsChangesSince } from '@portal/server-members/terms';
import {
  type Html,
  layout,
  type PageFrame,
  portalUrl,
  SUBMIT_ONCE_SCRIPT,
} from '@portal/server-platform/pages/layout';
import { msg, type Translate, translator } from '@portal/server-platform/texts/i18n';
import {
  type LocalizedText,
  type TermsChanges,
  type TermsPiece,
  termsNewSince,
} from '@portal/shared-contract';
import { html } from 'hono/html';
import { type Interaction, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, goTo, localeOf } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { endSession } from '../tokens/sessions.ts';
import { completePrompt, goToPage, ownForm, type SignInDependencies, stepUrl } from './progress.ts';

export const TERMS_PAGE = '/terms';
export const TERMS_PROMPT = 'terms';

/** Withholds tokens until the terms in force are accepted; the API refuses that of a silent check. */
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
export function termsStep(deps: SignInDependencies) {
  const { context, provider } = deps;
  const { config } = context;

  return {
    GET: (ctx: KoaContextWithOIDC, interaction: Interaction) => answer(ctx, interaction, 200),
    POST: submit,
  };

  async function submit(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> {
    const member = await memberOf(ctx, interaction);
    if (!member) return goToPage(ctx, interaction, '');
    const form = await ownForm(deps, ctx);
    if (!form) return answer(ctx, interaction, 403);
    if (form.get('answer') === 'decline') return decline(ctx, interaction, member);
    await acceptTerms(context, { memberId: member.id, device: requestDevice(ctx.req) });
    await completePrompt(deps, ctx, TERMS_PROMPT);
  }

  /** Ends the session, because a signed-in browser would be asked again on every page. */
  async function decline(ctx: KoaContextWithOIDC, { params }: Interaction, member: MemberRecord) {
    const { uid } = await provider().Session.get(ctx);
    await endSession(context, member.id, uid);
    const frame = { portalOrigin: config.portalOrigin, locale: localeOf(ctx, params) };
    goTo(ctx, portalUrl(frame));
  }

  async function answer(ctx: KoaContextWithOIDC, interaction: Interaction, status: number) {
    const { uid, params } = interaction;
    const member = await memberOf(ctx, interaction);
    if (!member) return goToPage(ctx, interaction, '');
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
  async function memberOf(ctx: KoaContextWithOIDC, { prompt }: Interaction) {
    if (prompt.name !== TERMS_PROMPT) return undefined;
    const { accountId } = await provider().Session.get(ctx);
    const member = accountId === undefined ? undefined : await findMemberById(context, accountId);
    return member?.closedAt ? undefined : member;
  }
}

type TermsView = {
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** False for a member who has never accepted any terms. */
  readonly hasChanged: boolean;
  /** The changes since the version that the member accepted, newest first. */
  readonly changes: readonly LocalizedText[];
  /** Undefined for a member who has never accepted any terms. */
  readonly comparison: TermsChanges | undefined;
  /** The form came from another site, or was not readable. */
  readonly foreign: boolean;
};

/** Asks for agreement to the terms of service in force; there is no way around it. */
function termsPage(frame: PageFrame, view: TermsView): Html {
  const t = translator(frame.locale);
  const title = t(
    view.hasChanged ? msg`The terms of service have changed` : msg`Agree to the terms of service`,
  );
  return layout(frame, {
    heading: title,
    ...(view.foreign && {
      summary: html`<div class="summary" role="alert"><p>${t(msg`Answer on this page.`)}</p></div>`,
    }),
    otherLanguageUrl: view.otherLanguageUrl,
    script: SUBMIT_ONCE_SCRIPT,
    body: html`${
      view.changes.length > 0
        ? html`<ul class="changes">${view.changes.map((change) => html`<li>${change[frame.locale]}</li>`)}</ul>`
        : html`<p>${t(msg`Read them before you agree.`)}</p>`
    }
${view.comparison && comparisonOf(view.comparison, t)}
<p><a href="${portalUrl(frame, '/terms-of-service')}" target="_blank" rel="noopener">${t(msg`Terms of service (opens a new tab)`)}</a></p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="accept">
<button class="primary" type="submit">${t(msg`Agree and continue`)}</button>
</form>
<details>
<summary>${t(msg`I do not agree`)}</summary>
<p>${t(msg`To use the member pages, you need to agree to the current terms. Your account and your data stay as they are, and you can come back and agree at any time.`)}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="decline">
<button class="wide" type="submit">${t(msg`Sign out without agreeing`)}</button>
</form>
</details>`,
  });
}

/** As on the portal's page `/verify-term`: changed articles are open, the others folded. */
function comparisonOf({ compared, opening, articles }: TermsChanges, t: Translate): Html {
  const opens = !compared || opening.some(({ change }) => change !== 'kept');
  return html`<h2>${t(compared ? msg`Before and now` : msg`The new terms of service`)}</h2>
${
  compared &&
  html`<p class="hint">${t(msg`Added words are bold and underlined, removed words are crossed out. Articles that have not changed are folded.`)}</p>`
}
${opens && html`<p>${piecesOf(opening, t)}</p>`}
<div>${articles.map(
    ({ changed, title, paragraphs }) => html`<details${changed || !compared ? ' open' : ''}>
<summary>${piecesOf(title, t)}</summary>
${paragraphs.map((pieces) => html`<p>${piecesOf(pieces, t)}</p>`)}
</details>`,
  )}</div>`;
}

/** Many screen readers say nothing of <ins> and <del>, so words do. */
function piecesOf(pieces: readonly TermsPiece[], t: Translate): Html[] {
  const hidden = (words: string) => html`<span class="unseen">${words}</span>`;
  const end = t(msg`(until here)`);
  return pieces.map(({ change, text }) => {
    if (change === 'kept') return html`${text}`;
    return change === 'added'
      ? html`<ins>${hidden(t(msg`Added:`))} ${text}${hidden(end)}</ins>`
      : html`<del>${hidden(t(msg`Removed:`))} ${text}${hidden(end)}</del>`;
  });
}
