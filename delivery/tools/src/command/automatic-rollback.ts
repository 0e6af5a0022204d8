import type { Entry } from '@portal/delivery-model/log/entry';
import { PORTAL } from '@portal/delivery-model/log/teams';
import { timeText } from '@portal/delivery-model/log/words';

/** A canary that the portal itself has ended, and why. */
export type AutomaticRollback = {
  readonly seq: number;
  readonly at: string;
  readonly version: string;
  readonly reason: string;
};

/**
 * The part's last change, if that was the portal itself ending a canary.
 * @param entries the newest first
 */
export function automaticRollback(
  entries: readonly Entry[],
  part: string,
): AutomaticRollback | undefined {
  for (const { operation, by, seq, at } of entries) {
    if (!('part' in operation) || operation.part !== part || operation.type === 'passGate')
      continue;
    if (operation.type !== 'rollback' || by.team !== PORTAL) return undefined;
    const { canary: version = '', reason = '' } = operation;
    return { seq, at, version, reason };
  }
  return undefined;
}

/** The roll-back as a sentence. */
export const rollbackText = ({ at, version, reason }: AutomaticRollback): string =>
  `The portal ended the canary ${version}, ${timeText(at)}: ${reason}`;
