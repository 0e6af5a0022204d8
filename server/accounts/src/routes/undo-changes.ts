import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import * as contract from '@portal/shared-contract';
import { notMe } from '../changes/not-me.ts';
import { undoChanges } from '../undo/undo-changes.ts';

/** Mounts the calls of the links in messages about changes and sign-ins. */
export function mountUndoChanges(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.undoChanges, async ({ body }, { device }) => {
    const outcome = await undoChanges(context, body.token, device);
    if (!outcome.ok) return refusalOf(outcome);
    const { status, maskedEmail: email, passports } = outcome.value;
    return { data: { status, email, passports } };
  });
  mountPublic(app, context, contract.notMe, async ({ body }, { device }) => {
    const outcome = await notMe(context, body.code, device);
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
}
