import type { Locale } from '@portal/shared-contract';
import { sortedQuery } from './address.ts';
import type { Answered } from './transport.ts';

/** Answers to the calls that the page's boot script began, by path with query (`early` of a route row). */
export type EarlyAnswers = Map<string, Promise<Response>>;

/** Takes an early answer. Each is given out once: a later call wants fresh data. */
export function takeEarlyAnswer(
  answers: EarlyAnswers | undefined,
  pathWithQuery: string,
): Promise<Response> | undefined {
  if (!answers?.size) return undefined;
  const wanted = sortedQuery(pathWithQuery);
  for (const [address, answer] of answers) {
    if (sortedQuery(address) !== wanted) continue;
    answers.delete(address);
    return answer;
  }
  return undefined;
}

/** Answers to what screens asked for, in memory alone. */
const answers = new Map<string, Answered>();
/** Grows when the answers are forgotten: one that was asked for before is not recorded. */
let version = 0;

/** The texts of an answer come in the language of the page. */
export const answerKey = (pathWithQuery: string, locale: Locale): string =>
  `${locale} ${sortedQuery(pathWithQuery)}`;

/**
 * Begins a question whose answer is to be remembered.
 * @returns records the answer, unless all were forgotten meanwhile; without one, forgets the last
 */
export function answerRecorder(key: string): (answered?: Answered) => void {
  const askedUnder = version;
  return (answered) => {
    if (askedUnder !== version) return;
    if (answered) answers.set(key, answered);
    else answers.delete(key);
  };
}

export const rememberedAnswer = (key: string): Answered | undefined => answers.get(key);

const listeners = new Set<() => void>();

/**
 * Calls `listener` each time the answers are forgotten.
 * @returns ends it
 */
export function onAnswersForgotten(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Forgets the answers, and those that were asked for before their screen. */
export function forgetAnswers(early: EarlyAnswers | undefined): void {
  version += 1;
  answers.clear();
  early?.clear();
  for (const listener of listeners) listener();
}
