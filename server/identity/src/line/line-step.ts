import { issueConnectionTicket } from '@portal/server-accounts/sign-up/sign-up';
import { findConnectedMember } from '@portal/server-members/connections';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { portalOrigins } from '@portal/server-platform/settings';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import type { Locale } from '@portal/shared-contract';
import { html } from 'hono/html';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, goTo, localeOf } from '../http/page.ts';
import { requestDetails } from '../http/request-details.ts';
import type { IdentityContext } from '../settings.ts';
import { continueAfterFirstStep } from '../sign-in/after-first-step.ts';
import {
  endProgress,
  goToPage,
  readProgress,
  type SignInDependencies,
  type Step,
  saveProgress,
  stepUrl,
} from '../sign-in/progress.ts';
import type { LineAnswer, LineClient, LineTransactions, SignInTransaction } from './line-client.ts';

export const LINE_PAGE = '/line';
export const LINE_RETURN_PAGE = '/line/return';

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

/** Keeps LINE's answer for the pages of the sign-in, and returns the address of the next one. */
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

/** Signs in the member of the LINE account; that of nobody leads to the sign-up, or to an explanation. */
export async function continueFromLine(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<void> {
  const { context } = deps;
  const step = await readProgress(deps, ctx, interaction);
  if (step?.step !== 'line') return goToPage(ctx, interaction, '');
  const known = await findConnectedMember(context, { connection: 'line', subject: step.subject });
  const outcome = known ? 'accepted' : 'unknown';
  context.work.signInTried(requestDetails(ctx.req).requestId, 'line', outcome);
  if (known) return continueAfterFirstStep(deps, ctx, interaction, { ...known, amr: 'fed' });
  const locale = localeOf(ctx, interaction.params);
  const signUpUrl = await signUpUrlOf(context, interaction, step, locale);
  if (signUpUrl) {
    await endProgress(deps, ctx, interaction);
    return goTo(ctx, signUpUrl);
  }
  const signInUrl = stepUrl(interaction.uid, '', locale);
  const page = (frame: PageFrame) => unknownLinePage(frame, { signInUrl });
  await answerPage(ctx, context.config, 200, page, interaction.params);
}

/** Returns why LINE authenticated nobody, from the page's query. */
export function lineNoticeOf({ query }: KoaContextWithOIDC): LineNotice | undefined {
  return query.line === 'cancelled' || query.line === 'failed' ? query.line : undefined;
}

function noticeUrl(uid: string, locale: Locale, notice: LineNotice): string {
  return stepUrl(uid, '', locale, { line: notice });
}

export const CONTINUE = msg`Continue with LINE`;

export type LineNotice = 'cancelled' | 'failed';

const ENDED_SIGN_UP: Record<LineNotice, { title: MessageDescriptor; text: MessageDescriptor }> = {
  cancelled: {
    title: msg`Signing up with LINE was cancelled`,
    text: msg`Nothing has been created. You can try again, or sign up by email.`,
  },
  failed: {
    title: msg`We could not reach LINE`,
    text: msg`Try again in a moment, or sign up by email.`,
  },
};

/** A sign-up with LINE was cancelled or failed there. */
export function endedSignUpPage(
  frame: PageFrame,
  urls: { readonly ended: LineNotice; readonly lineUrl: string; readonly signInUrl: string },
): Html {
  const t = translator(frame.locale);
  const { title, text } = ENDED_SIGN_UP[urls.ended];
  return layout(frame, {
    heading: t(title),
    body: html`<p>${t(text)}</p>
<a class="button line" href="${urls.lineUrl}">${t(CONTINUE)}</a>
<div><a class="button wide" href="${portalUrl(frame, '/signup')}">${t(msg`Sign up another way`)}</a></div>
<div class="below"><a href="${urls.signInUrl}">${t(msg`Sign in to an account you have`)}</a></div>`,
  });
}

/** The LINE account is connected to no member. */
function unknownLinePage(frame: PageFrame, { signInUrl }: { signInUrl: string }): Html {
  const t = translator(frame.locale);
  const title = t(msg`No account is connected to this LINE account yet`);
  return layout(frame, {
    heading: title,
    body: html`<p>${t(msg`If you are new here, create an account. You can do that with LINE, too.`)}</p>
<a class="button primary" href="${portalUrl(frame, '/signup')}">${t(msg`Create an account`)}</a>
<p class="gap">${t(msg`Already have an account? Sign in with your password, then connect LINE in your account.`)}</p>
<a class="button wide" href="${signInUrl}">${t(msg`Back to sign-in`)}</a>`,
  });
}

type Params = Interaction['params'];
type LineStep = Extract<Step, { step: 'line' }>;

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/** The query with which the first page redirects to LINE. */
export const TO_LINE = '?method=line';

/** Whether to go straight to LINE, as the portal's sign-up asks: `connection=line&signup_state=…`. */
export function asksForLine({ connection }: Params): boolean {
  return connection === 'line';
}

/** The portal's own `state` of a sign-up with LINE; undefined for a sign-in. */
export function signUpStateOf({ connection, signup_state: state }: Params): string | undefined {
  return connection === 'line' && typeof state === 'string' && STATE_SHAPE.test(state)
    ? state
    : undefined;
}

/** The sign-up page with a ticket, in the fragment that no server logs; undefined for a sign-in. */
async function signUpUrlOf(
  context: IdentityContext,
  { params }: Interaction,
  { subject, email }: LineStep,
  locale: Locale,
): Promise<string | undefined> {
  const state = signUpStateOf(params);
  if (state === undefined) return undefined;
  const ticket = await issueConnectionTicket(context, { connection: 'line', subject });
  const portalOrigin = portalOf(context, params);
  const hash = new URLSearchParams({ connection_ticket: ticket, state, ...(email && { email }) });
  return `${portalUrl({ portalOrigin, locale }, '/signup/enter-email')}#${hash}`;
}

/** The portal's origin that the authorization request came from. */
function portalOf({ config }: IdentityContext, { redirect_uri: redirectUri }: Params): string {
  const asking = URL.parse(String(redirectUri))?.origin;
  return portalOrigins(config).find((origin) => origin === asking) ?? config.portalOrigin;
}
