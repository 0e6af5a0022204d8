import { testPortalConfig } from '@portal/server-testing/portal-config';
import { keptAnswers } from '@portal/shared-auth';
import type { PortalPage } from '@portal/shared-contract';
import { watchConnection } from './watch-connection.ts';

const API = `${testPortalConfig.apiUrl}/userinfo`;

beforeEach(() => {
  jest.useFakeTimers();
  window.portal = { config: testPortalConfig } as PortalPage;
  keptAnswers.lost();
});
afterEach(() => jest.useRealTimers());

const settle = () => jest.advanceTimersByTimeAsync(0);

function start() {
  const answers: Record<string, Response> = {};
  const asked: string[] = [];
  let backs = 0;
  watchConnection({
    onBack: () => {
      backs += 1;
    },
    fetch: async (input) => {
      asked.push(String(input));
      const answer = answers[String(input)];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  return { asked, answers, backs: () => backs };
}

// @proves 14.160
test('the connection is back when the portal answers, whatever the browser says, and that is told once', async () => {
  const { asked, answers, backs } = start();
  await settle();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect([asked, backs()]).toEqual([['/latest.json', API, '/latest.json', API], 0]);
  // The page of a hotel's network, or servers that are down.
  answers['/latest.json'] = new Response('', { status: 503 });
  answers[API] = new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } });
  await jest.advanceTimersByTimeAsync(10_000);
  answers[API] = Response.json({}, { status: 503 });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(backs()).toBe(0);
  answers['/latest.json'] = new Response('{}');
  await jest.advanceTimersByTimeAsync(10_000);
  expect([asked.length, backs()]).toEqual([9, 1]);
  await jest.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect([asked.length, backs()]).toEqual([9, 1]);
});
