import * as contract from '@portal/shared-contract';
import { requestDataExport, takeDataExport } from '../../../domain/data-export/data-export.ts';
import { actingMemberOf, answerNothing } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { FileAnswer } from '../../file-answer.ts';
import { mountForMember } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

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
