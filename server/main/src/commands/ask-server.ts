import type { DomainContext } from '@portal/server-platform/database/database';
import { openDatabaseClock } from '@portal/server-platform/database/database-clock';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { ConfigError } from '@portal/shared-process/command-line';
import { readConfig } from '../config.ts';

/**
 * Sends what a command says to the running server, to which the embedded database belongs (outbox/index.ts).
 * @returns the JSON that it answers
 * @throws ConfigError where no server runs
 */
async function askServer(origin: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ConfigError(
      `Please start the portal first (npm start): no server answers at ${origin}.`,
      { cause },
    );
  });
  return answer.json();
}

/**
 * Has the running server do it where the embedded database is its own, and does it here otherwise.
 * @param path at the listener of the running server, which answers the same
 */
export async function carryOut(
  path: string,
  said: unknown,
  here: (context: DomainContext) => Promise<unknown>,
): Promise<unknown> {
  const config = readConfig(process.env);
  if (config.database.kind === 'embedded') return askServer(config.outboxOrigin, path, said);
  const database = await openDatabase(config.database);
  try {
    return await here({ db: database.db, clock: await openDatabaseClock(database.db) });
  } finally {
    await database.close();
  }
}
