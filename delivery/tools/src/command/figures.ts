import type { Entry } from '@portal/delivery-model/log/entry';
import { PORTAL } from '@portal/delivery-model/log/teams';
import type { ReleaseFigures } from '@portal/shared-contract';
import { timeText } from './words.ts';

/** Cells of one release: what it is, its loads, its failures, its time. */
export function figuresRow({
  part,
  version,
  cohort,
  loads,
  failures,
  codes,
  p75,
}: ReleaseFigures): string[] {
  const causes = causesText({ codes });
  return [
    `  ${part}`,
    version,
    cohort,
    `${loads} loads`,
    `${failedText({ loads, failures })} failed${causes === '' ? '' : ` (${causes})`}`,
    p75 === null ? '' : `p75 ${p75} ms`,
  ];
}

/** `0.4 %` of the loads. */
export function failedText({
  loads,
  failures,
}: Pick<ReleaseFigures, 'loads' | 'failures'>): string {
  const rate = loads === 0 ? 0 : (100 * failures) / loads;
  return `${rate.toFixed(1)} %`;
}

/** `3 unreachable, 1 broken`. */
export const causesText = ({ codes }: Pick<ReleaseFigures, 'codes'>): string =>
  Object.entries(codes)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');

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
