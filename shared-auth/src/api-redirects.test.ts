import { apiRedirects } from './api-redirects.ts';

const address = (pathname: string) => ({ pathname, search: '', hash: '' });

/** Where a refused call leads, while `opening` is being opened from a screen. */
function ledTo(opening?: string): string[] {
  const led: string[] = [];
  const router = {
    state: {
      location: address('/en/account/settings'),
      navigation: { location: opening ? address(opening) : undefined },
    },
    navigate: (to: string) => led.push(to),
  };
  apiRedirects(() => router).onRefused?.('user.link_required');
  return led;
}

// @proves 10.163
test('a refused call leads to the linking of the sign-in', () => {
  expect(ledTo()).toEqual(['/en/link-sign-in']);
  expect(ledTo('/en/account')).toEqual(['/en/link-sign-in']);
});

// @proves 10.163
test('a refused call of that screen does not open it anew', () => {
  expect(ledTo('/en/link-sign-in')).toEqual([]);
});
