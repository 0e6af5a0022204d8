import { reopenAccount } from '@portal/server-accounts/settings/close-account';
import { closedUntil, findMemberById, type MemberRecord } from '@portal/server-members/members';
import {
  type Html,
  layout,
  type PageFrame,
  portalUrl,
  SUBMIT_ONCE_SCRIPT,
} from '@portal/server-platform/pages/layout';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { html } from 'hono/html';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, goTo, localeOf } from '../http/page.ts';
import { requestDetails, requestDevice } from '../http/request-details.ts';
import { completeSignIn, REOPEN_PAGE } from './complete.ts';
import {
  endProgress,
  goToPage,
  ownForm,
  readProgress,
  type SignInDependencies,
  stepUrl,
} from './progress.ts';

type Asked = {
  readonly ctx: KoaContextWithOIDC;
  readonly interaction: Interaction;
  readonly member: MemberRecord;
};

/** The last step of a sign-in to a closed account: whether to bring it back. */
export function reopenStep(deps: SignInDependencies) {
  const { context } = deps;
  const { config } = context;

  return { GET: asking((asked) => answer(asked, 200)), POST: asking(submit) };

  /** Runs `work` only if every step before was completed in this browser and the account is closed. */
  function asking(work: (asked: Asked) => Promise<void>) {
    return async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const state = await readProgress(deps, ctx, interaction);
      const member =
        state?.step === 'reopen' ? await findMemberById(context, state.memberId) : undefined;
      if (!member?.closedAt) return goToPage(ctx, interaction, '');
      await work({ ctx, interaction, member });
    };
  }

  async function submit(asked: Asked): Promise<void> {
    const { ctx, interaction } = asked;
    const form = await ownForm(deps, ctx);
    if (!form) return answer(asked, 403);
    const state = await endProgress(deps, ctx, interaction);
    if (form.get('answer') !== 'reopen') {
      const { portalOrigin } = config;
      return goTo(ctx, portalUrl({ portalOrigin, locale: localeOf(ctx, interaction.params) }));
    }
    // Two submissions of one page: the other one has it.
    if (state?.step !== 'reopen') return goToPage(ctx, interaction, '');
    const { memberId, amr } = state;
    const reopened = await reopenAccount(context, memberId, requestDevice(ctx.req));
    const { requestId } = requestDetails(ctx.req);
    context.log.info({ request_id: requestId, event: 'account-reopened', outcome: reopened });
    await completeSignIn(deps, ctx, interaction, { memberId, amr, reopened });
  }

  async function answer({ ctx, interaction, member }: Asked, status: number): Promise<void> {
    const { uid, params } = interaction;
    const locale = localeOf(ctx, params);
    const view = {
      action: stepUrl(uid, REOPEN_PAGE, locale),
      otherLanguageUrl: stepUrl(uid, REOPEN_PAGE, locale === 'ja' ? 'en' : 'ja'),
      until: closedUntil(member.closedAt ?? context.clock.now()),
      foreign: status === 403,
    };
    await answerPage(ctx, config, status, (frame) => reopenPage(frame, view), params);
  }
}

type ReopenView = {
  readonly action: string;
  readonly otherLanguageUrl: string;
  readonly until: Date;
  /** The form came from another site, or was not readable. */
  readonly foreign: boolean;
};

/** Asks whether to bring the closed account back; the reader has just signed in. */
function reopenPage(frame: PageFrame, view: ReopenView): Html {
  const t = translator(frame.locale);
  const title = t(msg`Bring your account back?`);
  const until = momentInJapan(frame.locale, view.until);
  return layout(frame, {
    heading: title,
    ...(view.foreign && {
      summary: html`<div class="summary" role="alert"><p>${t(msg`Answer on this page.`)}</p></div>`,
    }),
    otherLanguageUrl: view.otherLanguageUrl,
    script: SUBMIT_ONCE_SCRIPT,
    body: html`<p>${t(msg`This account is closed. You can bring it back until ${{ until }}, with your profile, your passports and your notifications as you left them.`)}</p>
<p>${t(msg`If you leave it closed, we erase your data after that, and the email address is free for a new account.`)}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="reopen">
<button class="primary" type="submit">${t(msg`Bring my account back`)}</button>
</form>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="leave">
<button class="wide" type="submit">${t(msg`Leave it closed`)}</button>
</form>`,
  });
}
