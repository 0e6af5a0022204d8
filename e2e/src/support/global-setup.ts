import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Addresses, startTestPortal } from './portal.ts';

/** Starts the portal once for all tests. Returns what stops it and empties the temporary folder. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // What tests leave in it goes after the last one.
  const temporary = mkdtempSync(path.join(tmpdir(), 'portal-'));
  process.env.TMPDIR = temporary;
  const { portal, idp, api, outbox, operator, stop } = await startTestPortal({ log: console.log });
  const addresses: Addresses = { portal, idp, api, outbox, operator };
  // Workers are processes of their own and inherit this.
  process.env.E2E_PORTAL = JSON.stringify(addresses);
  return async () => {
    await stop();
    rmSync(temporary, { recursive: true, force: true });
  };
}
