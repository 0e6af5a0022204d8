import { findConnectedMember } from '@portal/server-members/connections';
import type { Locale } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, localeOf } from '../http/page.ts';
import { requestDetails } from '../http/request-details.ts';
import { continueAfterFirstStep } from '../sign-in/after-first-step.ts';
import {
  endProgress,
  goTo,
  readProgress,
  type SignInDependencies,
  saveProgress,
  stepUrl,
} from '../sign-in/progress.ts';
import type { LineAnswer, LineClient } from './line-client.ts';
import { type LineNotice, unknownLinePage } from './line-pages.ts';
import { signUpUrlOf } from './line-sign-up.ts';
import type { LineTransactions, SignInTransaction } from './line-transactions.ts';

export const LINE_PAGE = '/line';
export const LINE_RETURN_PAGE = '/line/return';

/** Redirects the sign-in to LINE. */
export async function goToLine(
  deps: SignInDependencies,
  { line, transactions }: { line: LineClient; transactions: LineTransactions },
  ctx: KoaContextWithOIDC,
  { uid, params }: Interaction,
): Promise<void> {
  const locale = localeOf(ctx, params);
  try {
    const { url, transaction } = await line.begin(locale);
    transactions.keep(ctx, { ...transaction, purpose: 'sign-in', uid, locale });
    goTo(ctx, url);
  } catch (err) {
    const { requestId } = requestDetails(ctx.req);
    deps.context.log.warn({ request_id: requestId, err }, 'LINE cannot be reached');
    goTo(ctx, noticeUrl(uid, locale, 'failed'));
  }
}

/**
 * Keeps LINE's answer for the pages of the sign-in.
 * @returns the address of the next page
 */
export async function takeLineAnswer(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid, locale }: SignInTransaction,
  answer: LineAnswer,
): Promise<string> {
  if (answer.kind !== 'person') return noticeUrl(uid, locale, answer.kind);
  const { subject, email } = answer;
  await saveProgress(deps, ctx, uid, { step: 'line', subject, ...(email && { email }) });
  return stepUrl(uid, LINE_RETURN_PAGE, locale);
}

/**
 * Continues the sign-in as the member whose LINE account it is. If it is nobody's, redirects to the
 * sign-up, or explains that it is not connected.
 */
export async function continueFromLine(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<void> {
  const { context } = deps;
  const signInUrl = stepUrl(interaction.uid, '', localeOf(ctx, interaction.params));
  const step = await readProgress(deps, ctx, interaction);
  if (step?.step !== 'line') return goTo(ctx, signInUrl);
  const known = await findConnectedMember(context, { connection: 'line', subject: step.subject });
  const { requestId } = requestDetails(ctx.req);
  context.work.signInTried(requestId, 'line', known ? 'accepted' : 'unknown');
  if (known) {
    return continueAfterFirstStep(deps, ctx, interaction, { memberId: known.memberId, amr: 'fed' });
  }
  const locale = localeOf(ctx, interaction.params);
  const signUpUrl = await signUpUrlOf(context, interaction, step, locale);
  if (signUpUrl) {
    await endProgress(deps, ctx, interaction);
    return goTo(ctx, signUpUrl);
  }
  await answerPage(
    ctx,
    context.config,
    200,
    (frame) => unknownLinePage(frame, { signInUrl }),
    interaction.params,
  );
}

/** Returns why LINE authenticated nobody, from the page's query. */
export function lineNoticeOf({ query }: KoaContextWithOIDC): LineNotice | undefined {
  return query.line === 'cancelled' || query.line === 'failed' ? query.line : undefined;
}

function noticeUrl(uid: string, locale: Locale, notice: LineNotice): string {
  return stepUrl(uid, '', locale, { line: notice });
}
