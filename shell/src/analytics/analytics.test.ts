import { analyticsFor } from './analytics.ts';

const config = { scriptUrl: 'https://stats.example.com/a.js' };

function scripts(): HTMLScriptElement[] {
  return [
    ...document.head.querySelectorAll<HTMLScriptElement>(`script[src="${config.scriptUrl}"]`),
  ];
}

function pageWith(navigator: object = {}) {
  return {
    document,
    location: window.location,
    navigator: navigator as Navigator,
    dataLayer: [] as unknown[],
  };
}

afterEach(() => {
  for (const script of scripts()) script.remove();
});

// @proves 16.6
test('is off unless configured', () => {
  expect(analyticsFor(undefined, pageWith())).toBeUndefined();
});

// @proves 16.7
test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('honours %s', (_, navigator) => {
  expect(analyticsFor(config, pageWith(navigator))).toBeUndefined();
  expect(scripts()).toHaveLength(0);
});

// @proves 4.36 7.80
test('reloads the script with the member id when the member changes, and only then', () => {
  const page = pageWith();
  const analytics = analyticsFor(config, page);
  analytics?.memberChanged(undefined);
  const [first] = scripts();
  analytics?.memberChanged(undefined);
  expect(scripts()).toEqual([first]);
  analytics?.memberChanged('m1');
  expect(scripts()).toHaveLength(1);
  expect(scripts()[0]).not.toBe(first);
  expect(page.dataLayer).toEqual([
    { event: 'member', member_id: null },
    { event: 'member', member_id: 'm1' },
  ]);
});

// @proves 4.38 16.8
test('reports path, location and title of a page, without the query', () => {
  window.history.replaceState(null, '', '/en/verify-email?code=123456#x');
  document.title = 'Verify · Portal';
  const page = pageWith();
  analyticsFor(config, page)?.pageViewed();
  expect(page.dataLayer).toEqual([
    {
      event: 'page_view',
      page_path: '/en/verify-email',
      page_location: `${window.location.origin}/en/verify-email`,
      page_title: 'Verify · Portal',
    },
  ]);
});
