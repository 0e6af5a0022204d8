import type { DomainContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import type { Outcome, Refused } from './account/outcome.ts';

/** A refusal found inside a transaction, which takes back what was begun. */
class TakenBack extends Error {
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/**
 * Runs work in one transaction that a refusal takes back.
 * @param work may run more than once; it does nothing but query
 */
export async function allOrNothing<C extends DomainContext, T>(
  context: C,
  work: (tx: C) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(context.db, async (db) => {
      const outcome = await work({ ...context, db });
      if (!outcome.ok) throw new TakenBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.refusal;
    throw error;
  }
}
