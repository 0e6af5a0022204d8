type Fetch = (request: Request) => Promise<Response>;

/** For a test that leaves a call without an answer on purpose. */
const LONGEST_WAIT_MS = 500;

const running = new Set<Promise<unknown>>();
// The answer to a call of one test would change the session and the drafts of the next: they share both.
afterEach(async () => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([Promise.allSettled(running), limit]);
  clearTimeout(timer);
  running.clear();
});

/** Makes each test wait at its end for the answers to its calls. */
export const awaited =
  (fetch: Fetch): Fetch =>
  (request) => {
    const answer = fetch(request);
    running.add(answer);
    const end = () => running.delete(answer);
    answer.then(end, end);
    return answer;
  };
