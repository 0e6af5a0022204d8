import type { ProvingSession } from '@portal/server-members/account-context';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, findRow } from '@portal/server-platform/database/rows';
import { type Act, isAct } from '@portal/shared-contract';
import { and, gt } from 'drizzle-orm';
import { interactionPolicy } from 'oidc-provider';

export const STEP_UP_PROMPT = 'step_up';
/** Names what the member is about to do. Another provider ignores it (OpenID Connect Core §3.1.2.1). */
export const ACT_PARAMETER = 'act';
/** The first page, below the path of the sign-in's interaction. */
export const STEP_UP_PAGE = '/step-up';

/** The act of an authorization request; undefined for what the contract does not list. */
export const actOf = (params: Readonly<Record<string, unknown>>): Act | undefined =>
  isAct(params[ACT_PARAMETER]) ? params[ACT_PARAMETER] : undefined;

/**
 * The prompt that asks a signed-in member for a step-up of one act. Who is not signed in signs in instead:
 * the session has no key of the browser before its code is exchanged, so that no step-up could belong to it.
 */
export function stepUpPrompt(context: DomainContext): interactionPolicy.Prompt {
  const { Prompt, Check } = interactionPolicy;
  return new Prompt(
    { name: STEP_UP_PROMPT, requestable: false },
    new Check(
      'step_up_wanted',
      'The member has to confirm the act',
      'interaction_required',
      async (ctx) => {
        const { params = {}, result, session } = ctx.oidc;
        const isAsked = actOf(params) !== undefined && result?.[STEP_UP_PROMPT] === undefined;
        const isNeeded = isAsked && (await provingSessionOf(context, session));
        return isNeeded ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
      },
    ),
  );
}

type SessionOfBrowser = { readonly uid: string; readonly accountId?: string | undefined };

/**
 * The session in which a step-up counts: of a signed-in member, not ended, and bound to the browser's key.
 * Undefined for any other; a session without a key gets one by signing in again.
 */
export async function provingSessionOf(
  context: DomainContext,
  session: SessionOfBrowser | undefined,
): Promise<ProvingSession | undefined> {
  if (!session?.accountId) return undefined;
  const { uid, accountId: memberId } = session;
  const isOpen = equals(oidcSessions, { uid, memberId, endedAt: null });
  const which = and(isOpen, gt(oidcSessions.expiresAt, context.clock.now()));
  const { keyThumbprint } = (await findRow(context, oidcSessions, which)) ?? {};
  return keyThumbprint ? { memberId, sessionUid: uid, keyThumbprint } : undefined;
}
