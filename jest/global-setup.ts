import { type SharedPostgres, startSharedPostgres } from '../server/src/testing/shared-postgres.ts';

/** Both run in Jest's own process, once per run: before the first test file, after the last. */
let postgres: SharedPostgres | undefined;

export default async function globalSetup(): Promise<void> {
  postgres = await startSharedPostgres();
}

export async function stopWhatGlobalSetupStarted(): Promise<void> {
  await postgres?.stop();
}
