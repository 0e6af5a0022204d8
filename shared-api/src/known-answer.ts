import type { Endpoint, EndpointAnswer, EndpointInput } from '@portal/shared-contract';
import { answerKey, rememberedAnswer } from './answer-store.ts';
import { apiSetup } from './call.ts';
import { type AnyInput, addressOf, parseAnswer } from './client.ts';
import type { Success } from './result.ts';

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
