import path from 'node:path';

/** Made by `npm run db:generate -w server` from `schema/`, applied at every start. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../drizzle');
