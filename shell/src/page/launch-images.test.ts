import { nameLaunchImages } from './launch-images.ts';

/** The links that a browser has which says this about the home screen. */
function linksOf(standalone: boolean | undefined): string[] {
  document.head.innerHTML = '<link rel="manifest" href="/app/ja.0123456789.webmanifest">';
  Object.assign(window, { devicePixelRatio: 3 });
  const values = { screen: { width: 390, height: 844 } };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(window, name, { configurable: true, value });
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: standalone });
  nameLaunchImages();
  return [...document.querySelectorAll<HTMLLinkElement>('[rel=apple-touch-startup-image]')].map(
    ({ href, media }) => `${new URL(href).pathname} ${media}`,
  );
}

// @proves 16.770
test('an iPhone finds launch images of the size of its screen', () => {
  expect(linksOf(false)).toEqual([
    '/app/launch-1170x2532-light.0123456789.png (prefers-color-scheme: light)',
    '/app/launch-1170x2532-dark.0123456789.png (prefers-color-scheme: dark)',
  ]);
  expect(document.querySelector('[name=apple-mobile-web-app-capable]')).not.toBeNull();
});

// @proves 16.770
test.each([undefined, true])('no other browser gets any (standalone: %s)', (standalone) => {
  expect(linksOf(standalone)).toEqual([]);
});
