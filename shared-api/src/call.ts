import type { Endpoint, EndpointAnswer, EndpointInput } from '@portal/shared-contract';
import { answerKey, forgetAnswers, rememberedAnswer } from './answer-store.ts';
import {
  type AnyInput,
  type ApiSetup,
  addressOf,
  type Call,
  createApiClient,
  parseAnswer,
} from './client.ts';
import type { Success } from './result.ts';

let client: Call | undefined;
let configured: ApiSetup | undefined;

/** Sets up the portal's one client; the shell does so before anything is rendered. */
export function configureApi(setup: ApiSetup): void {
  forgetMemberAnswers();
  configured = setup;
  client = createApiClient(setup);
}

/** Calls the product API. An error of the server, a broken connection and an ended session are values; bugs throw. */
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

/**
 * What the API last answered to this call of purpose `navigation` in the page's language, for a screen
 * that is shown again. Undefined where nothing is known, or where it was forgotten: after each write,
 * and when the member signs out or another one is signed in.
 */
export function knownAnswer<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Success<EndpointAnswer<E>> | undefined {
  const address = addressOf(endpoint, input as AnyInput);
  const { locale } = apiSetup();
  const remembered = rememberedAnswer(answerKey(address, locale()));
  const answer = remembered && parseAnswer(endpoint, remembered);
  return answer?.ok ? answer : undefined;
}
