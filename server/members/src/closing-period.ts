import { CLOSED_DAYS } from '@portal/shared-contract';

const CLOSED_MS = CLOSED_DAYS * 24 * 60 * 60 * 1000;

/** Until when an account that was closed at a moment can be brought back. */
export const closedUntil = (closedAt: Date): Date => new Date(closedAt.getTime() + CLOSED_MS);

/** Accounts that were closed at this moment or before are erased now. */
export const erasedIfClosedBy = (now: Date): Date => new Date(now.getTime() - CLOSED_MS);
