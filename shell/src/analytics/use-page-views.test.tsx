import { act, screen } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';

const SCRIPT = 'https://stats.example.com/a.js';

// @proves 4.37
test('each change of route is reported once, with the title of the page that came', async () => {
  const path = '/en/terms-of-service';
  // The router of a test is in memory; in a browser, the address moves with it.
  window.history.replaceState(null, '', path);
  const { router } = await openPortal({ path, config: { analytics: { scriptUrl: SCRIPT } } });
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
  window.history.pushState(null, '', '/en/404?from=test');
  await act(() => router.navigate('/en/404?from=test'));
  await screen.findByRole('heading', { level: 1, name: /not found/i });
  const views = (window.dataLayer ?? []).filter(
    (entry) => (entry as { event: string }).event === 'page_view',
  );
  const { origin } = window.location;
  expect(views).toEqual(
    [
      ['/en/terms-of-service', 'Terms of service'],
      ['/en/404', 'Page not found'],
    ].map(([page, title]) => ({
      event: 'page_view',
      page_path: page,
      page_location: `${origin}${page}`,
      page_title: expect.stringContaining(title ?? ''),
    })),
  );
});
