import { answerUser, provenMemberOf } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import type { AccountContext, StepUps } from '@portal/server-members/account-context';
import {
  type ActingMember,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { connections } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { mayRemove } from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { grants } from '../codes/step-up.ts';
import { stepUpGrants } from '../schema/codes.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';

const LINK_LINE = 'link_line';
/** Long enough to go to the provider. */
const TICKET_MS = 60 * 1000;

/** Issues the ticket to link LINE at the provider: it shows who the member is, which a navigation could not. */
export async function issueLinkTicket(
  context: AccountContext,
  { memberId, sessionUid: target }: { readonly memberId: string; readonly sessionUid: string },
): Promise<string> {
  const values = { memberId, type: LINK_LINE, target };
  return (await grants.issue(context, values, TICKET_MS)).secret;
}

/** Spends a ticket, which holds for the session that asked for it. */
export async function spendLinkTicket(
  context: DomainContext,
  ticket: string,
  { memberId, sessionUid }: { readonly memberId: string; readonly sessionUid: string },
): Promise<boolean> {
  const isOfSession = and(
    eq(stepUpGrants.type, LINK_LINE),
    eq(stepUpGrants.memberId, memberId),
    eq(stepUpGrants.target, sessionUid),
  );
  return (await grants.spend(context, ticket, isOfSession)) !== undefined;
}

/** Unlinks LINE, unless it is the only sign-in method. */
export function unlinkLine(
  context: AccountContext,
  { memberId, device, stepUps }: ActingMember & { readonly stepUps: StepUps },
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (member.lineLinked && !mayRemove(await signInMethods(tx, member), 'line')) {
      return err('user.disconnect_line.not_set_password');
    }
    if (!(await stepUps.take(tx, 'unlink_line'))) return err('user.step_up_required');
    if (!member.lineLinked) return ok(member);
    const before = await readBefore(tx, member);
    await deleteRows(tx, connections, { memberId, connection: 'line' });
    await announceChange(tx, before, { notice: 'line_unlinked', device });
    return ok(await reloadMember(tx, memberId));
  });
}

export function mountLine(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, contract.beginLineLink, async (_request, call) => ({
    data: { ticket: await issueLinkTicket(context, provenMemberOf(call)) },
  }));
  mountForMember(app, context, contract.unlinkLine, async (_request, call) =>
    answerUser(await unlinkLine(context, provenMemberOf(call))),
  );
}
