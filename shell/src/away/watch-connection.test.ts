import { watchConnection } from './watch-connection.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const settle = () => jest.advanceTimersByTimeAsync(0);

function start() {
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'));
  const asked: string[] = [];
  let backs = 0;
  const end = watchConnection({
    onBack: () => {
      backs += 1;
    },
    fetch: (input) => {
      asked.push(String(input));
      return answer();
    },
  });
  return {
    end,
    asked,
    backs: () => backs,
    answerWith: (status: number) => {
      answer = async () => new Response('{}', { status });
    },
  };
}

// @proves 14.160
test('the connection is back when the portal answers, whatever the browser says, and that is told once', async () => {
  const { asked, backs, answerWith } = start();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect([asked.length, backs()]).toEqual([1, 0]);
  // The page of a hotel's network, or servers that are down.
  answerWith(503);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([asked.length, backs()]).toEqual([2, 0]);
  answerWith(200);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([asked, backs()]).toEqual([Array(3).fill('/latest.json'), 1]);
  await jest.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect([asked.length, backs()]).toEqual([3, 1]);
});
