import { activateLocale } from '@portal/shared-i18n';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { render, screen } from '@testing-library/react';
import { Portal } from '../portal.tsx';
import { loadTexts } from '../testing/load-texts.ts';
import { Broken } from '../testing/remote.tsx';
import { FatalBoundary } from './fatal-boundary.tsx';

// @proves 2.59 7.633
test.each([
  ['en', '/en/account', 'This page cannot be shown', 'Reload the page', 'Back to Home'],
  ['ja', '/account', 'ページを表示できません', '再読み込み', 'ホームに戻る'],
] as const)(
  'an error of the frame itself shows the error screen in %s, with the ways on',
  async (locale, path, heading, reload, home) => {
    // React tells the console of every error that a boundary catches.
    const told = jest.spyOn(console, 'error').mockImplementation(() => {});
    await loadTexts(locale);
    activateLocale(locale);
    const router = createMemoryRouter(
      [{ path: '*', Component: Broken, ErrorBoundary: FatalBoundary }],
      { initialEntries: [path] },
    );
    render(<Portal router={router} />);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.queryByText('404')).toBeNull();
    expect(screen.getByRole('button', { name: reload })).toBeVisible();
    expect(screen.getByRole('link', { name: home })).toHaveAttribute(
      'href',
      locale === 'en' ? '/en/my-page' : '/my-page',
    );
    told.mockRestore();
  },
);
