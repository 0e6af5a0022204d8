import { SLOTS } from '@portal/shared-contract';
import type { ReleaseDocument } from '../document.ts';
import { isRemote } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Cards stand in slots that a screen has. */
export function slotProblems(candidate: ReleaseDocument): Problem[] {
  const named = isRemote(candidate) ? Object.keys(candidate.slots ?? {}) : [];
  const known: readonly string[] = SLOTS;
  return named
    .filter((slot) => !known.includes(slot))
    .map((slot) => ({
      code: 'slots.unknown',
      reason: `The release has a card for the slot ${slot}, which no screen has.`,
      remedy: `Name one of these in src/routes.ts: ${SLOTS.join(', ')}.`,
    }));
}
