import { forgetAnswers } from './answer-store.ts';
import { type ApiSetup, type Call, createApiClient } from './client.ts';

let client: Call | undefined;
let configured: ApiSetup | undefined;

/** Sets up the portal's one client; the shell does so before anything is rendered. */
export function configureApi(setup: ApiSetup): void {
  forgetMemberAnswers();
  configured = setup;
  client = createApiClient(setup);
}

/**
 * Calls the product API: `await call(lookUpPostalCode, { params: { code } }, { purpose: 'form' })`.
 * A server's error, a broken connection and an ended session are values; only bugs throw.
 */
export const call: Call = (endpoint, ...args) => {
  if (client === undefined) throw new Error('call() came before configureApi()');
  return client(endpoint, ...args);
};

/** How the one client was set up, for requests that are no `call`: a stream of events. */
export function apiSetup(): ApiSetup {
  if (configured === undefined) throw new Error('apiSetup() came before configureApi()');
  return configured;
}

/** Forgets what the API has answered to one member: nobody else may see it. */
export const forgetMemberAnswers = (): void => forgetAnswers(configured?.early);
