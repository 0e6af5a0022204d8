import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SharedPostgres, startSharedPostgres } from '@portal/server-testing/shared-postgres';
import { shareSecrets } from '@portal/server-testing/shared-secrets';

/** Runs in Jest's own process before the first test file; global-teardown.ts runs after the last. */
let postgres: SharedPostgres | undefined;
let temporary: string | undefined;

export default async function globalSetup(): Promise<void> {
  // Test files, and what they start, inherit it: whatever one leaves there goes after the last.
  temporary = mkdtempSync(path.join(tmpdir(), 'portal-'));
  process.env.TMPDIR = temporary;
  shareSecrets();
  postgres = await startSharedPostgres();
}

export async function stopWhatGlobalSetupStarted(): Promise<void> {
  await postgres?.stop();
  if (temporary) rmSync(temporary, { recursive: true, force: true });
}
