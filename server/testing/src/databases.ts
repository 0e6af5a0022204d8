/** Both databases that the server runs on. */
export const BOTH_DATABASES = ['pglite', 'postgres'] as const;

/**
 * For `describe.each`. PGlite is PostgreSQL in one process, so what differs is how it is opened, its single
 * connection and its listeners. Tests of these (`database/database.test.ts`) use `BOTH_DATABASES`, and the
 * browser tests run on PGlite throughout.
 */
export const DATABASES: readonly (typeof BOTH_DATABASES)[number][] = ['postgres'];
