import { sortedQuery } from './address.ts';

/** Answers that the page's boot script asked for, by path with query. */
export type EarlyAnswers = Map<string, Promise<Response>>;

/** Takes an early answer; each is given out once, since a later call wants fresh data. */
export function takeEarly(
  early: EarlyAnswers | undefined,
  pathWithQuery: string,
): Promise<Response> | undefined {
  if (!early?.size) return undefined;
  const wanted = sortedQuery(pathWithQuery);
  for (const [address, answer] of early) {
    if (sortedQuery(address) !== wanted) continue;
    early.delete(address);
    return answer;
  }
  return undefined;
}
