import { setNavigationPreload } from './navigation-preload.ts';

// @proves 14.680
test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'disable'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Version/26.0 Mobile/15E148 Safari/604.1', 'enable'],
])('%s: the browser is told to %s the preload of pages', async (userAgent, told) => {
  const calls: string[] = [];
  const navigationPreload = {
    enable: async () => void calls.push('enable'),
    disable: async () => void calls.push('disable'),
  };
  await setNavigationPreload({
    navigator: { onLine: true, userAgent },
    registration: { navigationPreload },
  });
  expect(calls).toEqual([told]);
});
