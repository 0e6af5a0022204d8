import { count } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { ServerContext } from '../context.ts';
import { outboxMessages } from '../db/schema/outbox.ts';
import { signInsSince } from '../domain/events.ts';
import { isWaiting } from '../mail/queue.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Shows what the whole portal is doing, read from the database when Prometheus asks: messages that wait,
 * sign-ins of the last hour, and the connections of this process to the database.
 */
export function stateMetrics(
  { db, clock, database }: Pick<ServerContext, 'db' | 'clock' | 'database'>,
  registry: Registry,
): void {
  const registers = [registry];
  new Gauge({
    name: 'portal_messages_queued',
    help: 'Messages of the whole portal that wait to be sent',
    registers,
    async collect() {
      const [row] = await db.select({ queued: count() }).from(outboxMessages).where(isWaiting);
      this.set(row?.queued ?? 0);
    },
  });
  new Gauge({
    name: 'portal_sign_ins_last_hour',
    help: 'Sign-ins of the whole portal within the last hour',
    registers,
    async collect() {
      this.set(await signInsSince({ db }, new Date(clock.now().getTime() - HOUR_MS)));
    },
  });
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of this process to the database, by pool and state; waiting: calls without one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of database.pools()) {
        this.set({ pool, state: 'open' }, open);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
