import { answerUser, provenMemberOf } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { beginLineLink, unlinkLine } from '@portal/shared-contract';
import { issueLinkTicket, unlinkLine as unlink } from './link.ts';

export function mountLine(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, beginLineLink, async (_request, call) => ({
    data: { ticket: await issueLinkTicket(context, provenMemberOf(call)) },
  }));
  mountForMember(app, context, unlinkLine, async (_request, call) =>
    answerUser(await unlink(context, provenMemberOf(call))),
  );
}
