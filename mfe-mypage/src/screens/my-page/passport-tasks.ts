import { hasEnded, isUnpaid, type Passport } from '@portal/kit/contract';

/** A passport that waits for the member: `answer` an offer, `pay`, or `renew`, perhaps with `others`. */
export type PassportTask = {
  readonly kind: 'answer' | 'pay' | 'renew';
  readonly passport: Passport;
  readonly others?: number;
};

/** Offers to answer and passports to pay, in the order of the list; at last what can be renewed, as one task. */
export function passportTasksOf(passports: readonly Passport[]): PassportTask[] {
  const [renewable, ...others] = passports.filter(({ renewal }) => renewal?.renewed_by === null);
  const waiting = passports.flatMap((passport): PassportTask[] => {
    if (passport.transfer?.direction === 'incoming') return [{ kind: 'answer', passport }];
    return isUnpaid(passport) && !hasEnded(passport) ? [{ kind: 'pay', passport }] : [];
  });
  if (!renewable) return waiting;
  return [...waiting, { kind: 'renew', passport: renewable, others: others.length }];
}
