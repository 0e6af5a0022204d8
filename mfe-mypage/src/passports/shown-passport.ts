import { hasEnded, type Passport } from '@portal/kit/contract';
import type { PassportCardData } from './passport-card.tsx';

/** What the card of a passport among others shows: an offer or a gift before the passport's own status. */
export function shownPassport(passport: Passport): PassportCardData {
  const { transfer, given, status_name, transfer_status_name } = passport;
  return {
    ...passport,
    status_name: transfer || given ? transfer_status_name : status_name,
    ended: hasEnded(passport) || given !== null,
    sender:
      transfer?.direction === 'incoming'
        ? (transfer.giver_name ?? transfer.other ?? undefined)
        : undefined,
  };
}
