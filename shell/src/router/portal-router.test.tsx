import { connectionIsBack, keptAnswers } from '@portal/shared-auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

const account = remoteWith({
  '/account': { heading: 'Your details' },
  '/account/connect-line': { heading: 'Connect LINE', forceSessionCheck: true },
  '/verify-user': { heading: 'Verify', guard: 'user-verification', layout: 'empty' },
  '/signup': { heading: 'Join us', guard: 'public', layout: 'empty' },
});
const remotes = {
  owning: (path: string) => (/^\/(account|verify-user|signup)/.test(path) ? 'account' : undefined),
  load: async () => account,
};
const released = {
  account: { routes: {}, title: { ja: 'アカウント設定', en: 'Account settings' } },
};
const member = { accessToken: 'token', remotes, released };

/** The page's own: the banner of an identity provider that cannot be reached has one above it. */
const retryButton = () =>
  within(screen.getByRole('main')).getByRole('button', { name: 'Try again' });

describe('every route at its bare path and under /en', () => {
  test.each([
    ['/account', 'ja', 'Your details'],
    ['/en/account', 'en', 'Your details'],
    ['/terms-of-service', 'ja', '利用規約'],
    ['/en/terms-of-service', 'en', 'Terms of service'],
    ['/404', 'ja', 'ページが見つかりません'],
    ['/en/404', 'en', 'Page not found'],
    ['/en', 'en', 'Any day is a good day'],
  ])('%s is in %s', async (path, locale, heading) => {
    const signedIn = path.endsWith('account') ? member : { remotes };
    await openPortal({ path, ...signedIn });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', locale));
  });

  // @proves 1.23
  test('the ja prefix leads to the bare path, query, fragment and all', async () => {
    const path = '/ja/terms-of-service?a=1#b';
    window.history.replaceState(null, '', path);
    const portal = await openPortal({ path });
    await screen.findByRole('heading', { level: 1, name: '利用規約' });
    expect(portal.at()).toBe('/terms-of-service?a=1');
    expect(portal.router.state.location.hash).toBe('#b');
    expect(document.cookie).toContain('locale=ja');
  });
});

describe('guards', () => {
  // @proves 2.34
  test('a visitor is sent to sign in and returns to the same address', async () => {
    const portal = await openPortal({ path: '/en/account?tab=2#x', remotes });
    expect(await screen.findByText('Opening the sign-in page')).toBeVisible();
    await waitFor(() =>
      expect(portal.signIns).toEqual([{ returnTo: '/en/account?tab=2#x', automatic: true }]),
    );
  });

  // @proves 2.90 12.7
  test('the title of a page that a visitor does not see is not theirs', async () => {
    document.title = 'Tsubame Members';
    const titles = new Set<string>();
    const watch = new MutationObserver(() => titles.add(document.title));
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    await openPortal({ path: '/en/account', remotes });
    await waitFor(() => expect(document.title).toBe('Opening the sign-in page · Tsubame Members'));
    watch.disconnect();
    expect([...titles]).not.toContain('Your details · Tsubame Members');
  });

  // @proves 2.17
  test('a route that forces the check waits for it', async () => {
    const portal = await openPortal({
      path: '/en/account/connect-line',
      ...member,
      silentAnswer: '?error=login_required&state=s',
    });
    expect(await screen.findByText('Opening the sign-in page')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Connect LINE' })).toBeNull();
    expect(portal.signIns[0]?.returnTo).toBe('/en/account/connect-line');
  });
});

describe('addresses that lead nowhere', () => {
  // @proves 2.56 2.58
  test.each(['/en/nowhere', '/en/account/nowhere'])('%s is not found', async (path) => {
    const portal = await openPortal({ path, remotes });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Page not found · Tsubame Members'));
    const errors = Object.values(portal.router.state.errors ?? {});
    expect(errors.map(({ message }) => message)).toEqual([`Page Not Found: ${path}`]);
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute(
      'href',
      '/en/my-page',
    );
  });
});

describe('a remote that fails', () => {
  // @proves 7.226
  test.each([
    ['/account', 'ja', member.released, '「アカウント設定」を表示できませんでした'],
    ['/en/account', 'en', member.released, '“Account settings” could not be shown'],
    ['/en/account', 'en, whose release says no name', {}, '“This part” could not be shown'],
  ])('is named on its error screen at %s in %s', async (path, _, named, heading) => {
    const load = async () => {
      throw Object.assign(new Error('503'), { name: 'RemoteLoadError', remote: 'account' });
    };
    await openPortal({ path, ...member, released: named, remotes: { ...remotes, load } });
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  });

  // @proves 14.701
  test('says without a connection that it comes back, and does', async () => {
    let isLost = true;
    const load = async () => {
      if (!isLost) return account;
      throw Object.assign(new Error(), { name: 'RemoteLoadError', remote: 'account' });
    };
    keptAnswers.lost();
    await openPortal({ path: '/en/account', ...member, remotes: { ...remotes, load } });
    expect(
      await screen.findByText('You will see this again as soon as you have a connection.'),
    ).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible();
    isLost = false;
    act(connectionIsBack);
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible();
  });

  // @proves 2.60
  test('shows an error inside the standing shell, and Retry opens it without a reload', async () => {
    let down = true;
    const load = jest.fn(async () => {
      if (!down) return account;
      throw Object.assign(new Error('503'), { name: 'RemoteLoadError', remote: 'account' });
    });
    const portal = await openPortal({
      path: '/en/account',
      ...member,
      remotes: { ...remotes, load },
    });
    expect(
      await screen.findByRole('heading', { name: '“Account settings” could not be shown' }),
    ).toBeVisible();
    // The header of a member's page, not of the welcome page that the router fell back to.
    expect(screen.getByRole('button', { name: 'Menu' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Account settings · Tsubame Members'));

    await userEvent.click(retryButton());
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('heading', { name: 'Your details' })).toBeNull();

    down = false;
    // While the failed retry is under way, the button ignores clicks.
    const retry = retryButton();
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible();
    expect(portal.at()).toBe('/en/account');
  });
});

describe('a change of page', () => {
  test('names the page, puts focus on its heading and reads it out', async () => {
    await openPortal({ path: '/en/signup', remotes });
    await screen.findByRole('heading', { name: 'Join us' });
    await waitFor(() => expect(document.title).toBe('Join us · Tsubame Members'));
    expect(document.activeElement).toBe(document.body);

    await userEvent.click(screen.getByRole('link', { name: 'Terms of service' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
    await waitFor(() => expect(heading).toHaveFocus());
    await waitFor(() => expect(document.title).toBe('Terms of service · Tsubame Members'));
  });
});

describe('a remote that is switched off', () => {
  // @proves 7.233
  test.each([
    [
      '/en/my-page/passports',
      '“Home and passports” is not available right now',
      /^Try again later/,
    ],
    ['/en/MY-PAGE', '“Home and passports” is not available right now', /^Try again later/],
    ['/my-page', '「ホームとパスポート」は現在ご利用いただけません', /^しばらくしてから/],
  ])('has words of its own at %s', async (path, heading, words) => {
    await openPortal({
      path,
      switchedOff: {
        mypage: {
          owns: ['/my-page'],
          title: { ja: 'ホームとパスポート', en: 'Home and passports' },
        },
      },
    });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('button', { name: /Try again|もう一度試す/ })).toBeVisible();
  });
});
