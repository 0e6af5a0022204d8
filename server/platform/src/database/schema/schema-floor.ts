import { bigint, pgTable } from 'drizzle-orm/pg-core';
import { personalData } from '../personal-data.ts';

/**
 * The migration that a server has to know at least to read and write this schema: one row
 * (docs/decisions/0108-database.md). A migration that takes away what earlier servers use raises it.
 */
export const schemaFloor = pgTable('schema_floor', {
  /** As in the journal of migrations, in milliseconds. */
  when: bigint('when', { mode: 'number' }).notNull(),
});

export const schemaFloorData = personalData(schemaFloor, {
  whose: 'nobody',
  erased: { kept: 'it is of the schema' },
  columns: { when: 'bookkeeping' },
});
