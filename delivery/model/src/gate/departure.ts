import { LINKED_SEGMENTS } from '@portal/shared-contract/linked-paths';
import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';

/** Why a part cannot be retired: mails and other screens lead to its addresses, which nobody would have. */
export function departureProblems(
  part: string,
  { owns }: Pick<ReleaseDocument, 'owns'>,
): ReleaseRefusal[] {
  const linked = owns.filter((segment) => LINKED_SEGMENTS.some((one) => one === segment));
  if (linked.length === 0) return [];
  return [
    {
      code: 'departure.linked',
      reason: `Mails or other screens of the portal lead to ${linked.join(', ')}, which only ${part} has.`,
      remedy: `Release ${part} with these screens, or switch it off: portal kill ${part} --reason "<why>"`,
    },
  ];
}
