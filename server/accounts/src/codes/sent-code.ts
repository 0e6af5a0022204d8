import type { DomainContext } from '@portal/server-platform/database/context';
import { CODE_TRIES } from '@portal/shared-contract';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { verificationCodes } from '../schema/codes.ts';
import type { CodeBinding } from './send-code.ts';

export type SentCode = {
  /** The address or number to which it went. */
  readonly target: string;
  /** When another one may be sent. */
  readonly resendAt: Date;
};

/** The code of a signed-in member that can still be entered; undefined without one. */
export async function findSentCode(
  { db, clock }: DomainContext,
  { type, subject }: CodeBinding,
): Promise<SentCode | undefined> {
  const { target, resendAt, request, usedAt, failedAttempts, expiresAt } = verificationCodes;
  const [found] = await db
    .select({ target, resendAt })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.type, type),
        eq(verificationCodes.subject, subject),
        eq(request, ''),
        isNull(usedAt),
        lt(failedAttempts, CODE_TRIES),
        gt(expiresAt, clock.now()),
      ),
    );
  return found;
}
