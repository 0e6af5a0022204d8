/** @jest-environment ./checks/jest/src/browser-environment.ts */
import { showFailure } from './failure.ts';

// @proves 7.633
test.each([
  ['ja', 'ページを表示できません', '/my-page'],
  ['en', 'This page cannot be shown', '/en/my-page'],
] as const)(
  'in %s says that the page cannot be shown and offers a reload',
  (locale, heading, home) => {
    document.body.innerHTML = '<div id="skeleton"></div><div id="root"></div>';
    showFailure(document, locale);
    expect(document.getElementById('skeleton')).toBeNull();
    expect(document.querySelector('h1')?.textContent).toBe(heading);
    expect(document.activeElement).toBe(document.querySelector('h1'));
    expect(document.querySelector('a')?.getAttribute('href')).toBe(home);
    expect(document.querySelector('button')).not.toBeNull();
    expect(document.body.textContent).not.toContain('404');
    expect(document.body.textContent).not.toMatch(/通信|connection/);
  },
);

// @proves 7.633
test('where the home itself has failed, no link leads back to it', () => {
  window.history.replaceState(null, '', '/en/my-page');
  document.body.innerHTML = '<div id="root"></div>';
  showFailure(document, 'en');
  expect(document.querySelector('button')).not.toBeNull();
  expect(document.querySelector('a')).toBeNull();
});
