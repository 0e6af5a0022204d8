import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A timestamp with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Bytes, as they are. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
