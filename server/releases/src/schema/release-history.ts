import type { Operation } from '@portal/delivery-model/log/operations';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { moment, nobodysData } from '@portal/server-platform/database/tables';
import { index, integer, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** What is live, and how it came so. A trigger refuses changes; the number's key makes an insert a compare-and-swap. */
export const releaseHistory = pgTable(
  'release_history',
  {
    /** 1, 2, 3, … */
    seq: integer('seq').primaryKey(),
    at: moment('at').notNull(),
    /** Who did it: the team, and the name of its token. */
    team: text('team').notNull(),
    token: text('token').notNull(),
    /** With its reason, where it has one. */
    operation: json('operation').$type<Operation>().notNull(),
    /** What follows from this operation and those before. */
    state: json('state').$type<EnvironmentState>().notNull(),
    /** By which a request that is sent again finds its entry; null for one without. */
    requestKey: text('request_key'),
  },
  (table) => [
    index('release_history_time').on(table.at),
    uniqueIndex('release_history_request').on(table.requestKey),
  ],
);

export const releaseHistoryData = nobodysData(releaseHistory, {
  kept: 'it tells what operators and teams did',
});
