import { beginLineLink, unlinkLine } from '@portal/shared-contract';
import * as line from '../../../domain/account/line.ts';
import { answerUser, provenMemberOf } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountLine(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, beginLineLink, async (_request, call) => ({
    data: { ticket: await line.issueLinkTicket(context, provenMemberOf(call)) },
  }));
  mountForMember(app, context, unlinkLine, async (_request, call) =>
    answerUser(await line.unlinkLine(context, provenMemberOf(call))),
  );
}
