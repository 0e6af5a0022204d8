import { createPageWatch, SILENCE_MS } from './page-watch.ts';

const runs = { type: 'runs', remote: 'zz', version: '1', apiUrl: '/api' } as const;

/** A watch whose waits end when the test says so, with what it reports. */
function start({ isSeen = true } = {}) {
  const reports: unknown[] = [];
  const waits: (() => void)[] = [];
  const watch = createPageWatch({
    isSeen: async () => isSeen,
    fetch: async (url, init) => {
      reports.push([url, init?.keepalive, JSON.parse(String(init?.body))]);
      return new Response();
    },
    wait: (ms) => {
      expect(ms).toBe(SILENCE_MS);
      return new Promise<void>((resolve) => waits.push(resolve));
    },
  });
  const hear = (data: unknown, id = 'page') => watch({ data, source: { id } });
  return { reports, hear, silence: () => waits.shift()?.() };
}

// @proves 2.592
test('a page that falls silent while it runs new code is reported with the release', async () => {
  const { reports, hear, silence } = start();
  const watched = hear(runs);
  silence();
  await watched;
  const report = { remote: 'zz', version: '1', stage: 'failed', code: 'frozen' };
  expect(reports).toEqual([['/api/telemetry', true, [report]]]);
});

test.each([
  ['that says more', runs],
  ['whose code has run', { type: 'has-run' }],
])('a page %s is not', async (_, next) => {
  const { reports, hear, silence } = start();
  const watched = hear({ ...runs });
  void hear(next);
  silence();
  await watched;
  expect(reports).toEqual([]);
});

test('a page behind another tab, or one that is gone, is not', async () => {
  const { reports, hear, silence } = start({ isSeen: false });
  const watched = hear(runs);
  silence();
  await watched;
  expect(reports).toEqual([]);
});

test('one page does not speak for another', async () => {
  const { reports, hear, silence } = start();
  const watched = hear({ ...runs }, 'frozen');
  void hear({ type: 'has-run' }, 'other');
  silence();
  await watched;
  expect(reports).toHaveLength(1);
});
