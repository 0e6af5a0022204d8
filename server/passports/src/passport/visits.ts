import type { DomainContext } from '@portal/server-platform/database/context';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { passportTransfers } from '../schema/passports.ts';
import { findPassport } from './access.ts';
import { type Use, usesSince } from './turnstile-uses.ts';

/**
 * The uses of a passport, for its owner, the latest first: those since it is theirs, because where somebody
 * else has been is nobody's business.
 */
export async function listVisits(
  context: DomainContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<readonly Use[]>> {
  const found = await findPassport(context, memberId, passportId);
  if (!found.ok) return found;
  if (found.value.role !== 'owner') return err('ap_passport.user.access_denied');
  const { passportId: of, receiverId, outcome, undoneAt, decidedAt } = passportTransfers;
  const [gift] = await context.db
    .select({ at: decidedAt })
    .from(passportTransfers)
    .where(
      and(eq(of, passportId), eq(receiverId, memberId), eq(outcome, 'accepted'), isNull(undoneAt)),
    )
    .orderBy(desc(decidedAt))
    .limit(1);
  const uses = await usesSince(context, passportId, gift?.at ?? found.value.passport.createdAt);
  return ok(uses.toReversed());
}
