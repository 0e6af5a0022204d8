import * as contract from '@portal/shared-contract';
import { notMe } from '../../../domain/undo/not-me.ts';
import { undoChanges } from '../../../domain/undo/undo-changes.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

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
