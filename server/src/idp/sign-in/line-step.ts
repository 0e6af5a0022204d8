import type { Locale } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { findConnectedMember } from '../../domain/connections.ts';
import type { LineAnswer, LineClient } from '../connections/line-client.ts';
import type { LineTrips, SignInTrip } from '../connections/line-cookie.ts';
import { answerPage, localeOf } from '../http/page.ts';
import { requestFacts } from '../http/request-facts.ts';
import { type LineNotice, unknownLinePage } from '../pages/connect-page.ts';
import { forgetStep, goTo, keepStep, type SignInDoor, stepOf, stepUrl } from './attempt.ts';
import { firstStepDone } from './first-step.ts';
import { signUpUrlOf } from './line-sign-up.ts';

export const LINE_PAGE = '/line';
export const LINE_RETURN_PAGE = '/line/return';

/** From the sign-in page to LINE. */
export async function goToLine(
  door: SignInDoor,
  { line, trips }: { line: LineClient; trips: LineTrips },
  ctx: KoaContextWithOIDC,
  { uid, params }: Interaction,
): Promise<void> {
  const locale = localeOf(ctx, params);
  try {
    const { url, transaction } = await line.begin(locale);
    trips.keep(ctx, { ...transaction, purpose: 'sign-in', uid, locale });
    goTo(ctx, url);
  } catch (err) {
    const { requestId } = requestFacts(ctx.req);
    door.context.log.warn({ requestId, err }, 'LINE cannot be reached');
    goTo(ctx, noticeUrl(uid, locale, 'failed'));
  }
}

/** Keeps what LINE has said for the sign-in page, which alone knows whose sign-in it is. */
export function takeLineAnswer(
  door: SignInDoor,
  ctx: KoaContextWithOIDC,
  { uid, locale }: SignInTrip,
  answer: LineAnswer,
): string {
  if (answer.kind !== 'person') return noticeUrl(uid, locale, answer.kind);
  const { subject, email } = answer;
  keepStep(door, ctx, uid, { step: 'line', subject, ...(email && { email }) });
  return stepUrl(uid, LINE_RETURN_PAGE, locale);
}

/** Back from LINE: the member whom that account opens, or a word about there being none. */
export async function continueFromLine(
  door: SignInDoor,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<void> {
  const { context } = door;
  const signInUrl = stepUrl(interaction.uid, '', localeOf(ctx, interaction.params));
  const step = stepOf(door, ctx, interaction);
  if (step?.step !== 'line') return goTo(ctx, signInUrl);
  const known = await findConnectedMember(context, { connection: 'line', subject: step.subject });
  const { requestId } = requestFacts(ctx.req);
  context.log.info({
    requestId,
    event: 'sign-in',
    way: 'line',
    outcome: known ? 'accepted' : 'unknown',
  });
  if (known) {
    return firstStepDone(door, ctx, interaction, { memberId: known.memberId, amr: 'fed' });
  }
  const locale = localeOf(ctx, interaction.params);
  const signUpUrl = await signUpUrlOf(context, interaction, step, locale);
  if (signUpUrl) {
    forgetStep(door, ctx, interaction);
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

/** What a page is to say about a trip to LINE that brought nobody back. */
export function lineNoticeOf({ query }: KoaContextWithOIDC): LineNotice | undefined {
  return query.line === 'cancelled' || query.line === 'failed' ? query.line : undefined;
}

function noticeUrl(uid: string, locale: Locale, notice: LineNotice): string {
  return stepUrl(uid, '', locale, { line: notice });
}
