import { type SharedPostgres, startSharedPostgres } from '../server/src/testing/shared-postgres.ts';
import { shareSecrets } from '../server/src/testing/shared-secrets.ts';

/** Runs in Jest's own process before the first test file; global-teardown.ts runs after the last. */
let postgres: SharedPostgres | undefined;

export default async function globalSetup(): Promise<void> {
  shareSecrets();
  postgres = await startSharedPostgres();
}

export async function stopWhatGlobalSetupStarted(): Promise<void> {
  await postgres?.stop();
}
