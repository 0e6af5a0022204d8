import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isWaiting } from '@portal/server-mail/queue';
import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { signInsSince } from '@portal/server-members/events';
import { KNOWN_MIGRATIONS, migrationsOf } from '@portal/server-platform/database/migrations';
import { collectFrom } from '@portal/server-platform/metrics/metrics';
import { lastEntry } from '@portal/server-releases/log/history';
import { count } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { ServerContext } from './context.ts';

const HOUR_MS = 60 * 60 * 1000;
const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

/**
 * Shows what the whole portal is doing, read from the database when Prometheus asks: messages that wait,
 * sign-ins of the last hour, migrations, the end of the history of releases, and the connections of this process to the
 * database. And which version this process is.
 */
export function stateMetrics(
  {
    db,
    clock,
    database,
    databaseClock,
  }: Pick<ServerContext, 'db' | 'clock' | 'database' | 'databaseClock'>,
  registry: Registry,
): void {
  const registers = [registry];
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; the labels are the version of this process and of its Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: 'portal_clock_ahead_seconds',
    help: 'By how much the clock of this machine is ahead of that of the database',
    registers,
    collect() {
      this.set((databaseClock?.machineAheadMs() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'portal_messages_queued',
    help: 'Messages of the whole portal that wait to be sent',
    registers,
    collect: collectFrom(async () => {
      const [row] = await db.select({ queued: count() }).from(outboxMessages).where(isWaiting);
      return [[{}, row?.queued ?? 0]];
    }),
  });
  new Gauge({
    name: 'portal_sign_ins_last_hour',
    help: 'Sign-ins of the whole portal within the last hour',
    registers,
    collect: collectFrom(async () => [
      [{}, await signInsSince({ db }, new Date(clock.now().getTime() - HOUR_MS))],
    ]),
  });
  new Gauge({
    name: 'portal_migrations',
    help: 'Migrations of the schema: those that this version knows, and those that the database has',
    labelNames: ['of'],
    registers,
    collect: collectFrom(async () => [
      [{ of: 'version' }, KNOWN_MIGRATIONS.length],
      [{ of: 'database' }, (await migrationsOf(db)).length],
    ]),
  });
  new Gauge({
    name: 'portal_release_entries',
    help: 'The number of the last entry of the history of releases',
    registers,
    collect: collectFrom(async () => [[{}, (await lastEntry(db))?.seq ?? 0]]),
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
