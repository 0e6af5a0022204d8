import path from 'node:path';

/** Generated from `schema/` by `npm run db:generate -w server`, and applied at every start. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../drizzle');
