import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, eq, isNull } from 'drizzle-orm';
import { oidcSessions } from './schema/sessions.ts';

const acting = new AsyncLocalStorage<string>();

/** The session of a call has ended while the call waited for a body, a hash or a lock. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

/** Runs a call that writes: a lock on a member is refused to it, by an error, once the session has ended. */
export const actFrom = <T>(sessionUid: string, work: () => T): T => acting.run(sessionUid, work);

/** The session of the call that is served; undefined where no member's call is served. */
export const actingSession = (): string | undefined => acting.getStore();

/**
 * Keeps the session of the call from ending until the transaction ends. Does nothing where no member's call is served.
 * @throws SessionEnded
 */
export async function expectActingSession({ db }: DomainContext): Promise<void> {
  const sessionUid = actingSession();
  if (sessionUid === undefined) return;
  const { uid, endedAt } = oidcSessions;
  const isAlive = and(eq(uid, sessionUid), isNull(endedAt));
  const [alive] = await db.select({ uid }).from(oidcSessions).where(isAlive).for('share');
  if (!alive) throw new SessionEnded();
}
