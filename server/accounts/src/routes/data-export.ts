import { actingMemberOf, answerNothing } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { FileAnswer } from '@portal/server-endpoint/file-answer';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import * as contract from '@portal/shared-contract';
import { requestDataExport, takeDataExport } from '../export/data-export.ts';

/** Mounts the calls of the download of the member's data. */
export function mountDataExport(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, contract.requestDataExport, async (_request, call) =>
    answerNothing(await requestDataExport(context, actingMemberOf(call))),
  );
  mountForMember(app, context, contract.takeDataExport, async ({ body }, call) => {
    const outcome = await takeDataExport(context, actingMemberOf(call), body.code);
    if (!outcome.ok) return refusalOf(outcome);
    const { name, zip } = outcome.value;
    return new FileAnswer(name, 'application/zip', zip);
  });
}
