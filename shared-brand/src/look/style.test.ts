import { brandStyle } from './style.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><path d="M0 0h9v9z"/></svg>';

// @proves 16.611
test('a wordmark has its rules for desktops, and a logo alone has none', () => {
  const style = brandStyle({ wordmark: PICTURE });
  expect(style).toMatch(/^html\{--brand-wordmark:url\("data:image\/svg\+xml,/);
  expect(style).toContain('@media (min-width:64rem){:is(header,.sk-head) .brand-mark{width:16rem');
  expect(brandStyle({ logo: PICTURE })).not.toContain('@media (min-width');
  expect(brandStyle({})).toBe('');
});
