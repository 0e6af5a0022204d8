import { type Addresses, startTestPortal } from './portal.ts';

/** Starts the portal once for all tests. Returns what stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { portal, idp, api, outbox, operator, stop } = await startTestPortal({ log: console.log });
  const addresses: Addresses = { portal, idp, api, outbox, operator };
  // Workers are processes of their own and inherit this.
  process.env.E2E_PORTAL = JSON.stringify(addresses);
  return stop;
}
