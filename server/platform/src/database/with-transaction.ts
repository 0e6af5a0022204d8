import type { Err, Outcome } from '../outcome.ts';
import type { DomainContext } from './context.ts';
import { inTransaction } from './database.ts';

/** Thrown inside a transaction to roll it back; carries the error result. */
class TakenBack extends Error {
  readonly refusal: Err;
  constructor(refusal: Err) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/**
 * Runs work in one transaction, which is rolled back when the result is an error.
 * @param work may run more than once, so it must do nothing but query
 */
export async function withTransaction<C extends DomainContext, T>(
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
