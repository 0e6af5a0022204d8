import { type ApiSetup, type Call, createApiClient } from './client.ts';
import { openEventStream } from './events.ts';

let client: Call | undefined;
let configured: ApiSetup | undefined;

/** Sets the portal's one client up; the shell does so before anything is rendered. */
export function configureApi(setup: ApiSetup): void {
  configured = setup;
  client = createApiClient(setup);
}

/**
 * Calls the product API: `await call(lookUpPostalCode, { params: { code } }, { purpose: 'form' })`.
 * Refusals, a broken connection and an ended session are answered as values, never thrown.
 */
export const call: Call = (endpoint, ...args) => {
  if (client === undefined) throw new Error('call() came before configureApi()');
  return client(endpoint, ...args);
};

/**
 * A stream of server-sent events from the product API, until `signal` is aborted or either side ends
 * it. Undefined where there is none to be had now.
 */
export function openEvents(
  path: `/${string}`,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (configured === undefined) throw new Error('openEvents() came before configureApi()');
  return openEventStream(configured, path, signal);
}
