import { type Addresses, startTestPortal } from './portal.ts';

/** Starts the portal once for all tests; answers what ends it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { portal, idp, api, outbox, operator, stop } = await startTestPortal({ log: console.log });
  const addresses: Addresses = { portal, idp, api, outbox, operator };
  // The workers are other processes and inherit this.
  process.env.E2E_PORTAL = JSON.stringify(addresses);
  return stop;
}
