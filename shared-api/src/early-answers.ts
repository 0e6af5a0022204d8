import { sortedQuery } from './address.ts';

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
