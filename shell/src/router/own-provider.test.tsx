import { testPortalConfig } from '@portal/server-testing/portal-config';
import type { PortalConfig } from '@portal/shared-contract';
import { screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

const account = remoteWith({
  '/account/security': { heading: 'Settings' },
  '/account/change-password': { heading: 'Change password', ownProvider: true },
  '/signup': { heading: 'Join us', guard: 'public', layout: 'empty', ownProvider: true },
});
const remotes = { owning: () => 'account', load: async () => account };
const released = {
  account: { routes: {}, title: { ja: 'アカウント設定', en: 'Account settings' } },
};
const endpoints = { authorization: 'https://id.example/auth', token: 'https://id.example/token' };
const elsewhere: Partial<PortalConfig> = { idp: { ...testPortalConfig.idp, endpoints } };
const member = { accessToken: 'token', remotes, released };

// @proves 10.166
describe('where members sign in at another provider', () => {
  test('a screen of our own leads to the settings, where the link to the provider is', async () => {
    const path = '/en/account/change-password';
    const portal = await openPortal({ path, ...member, config: elsewhere });
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(portal.at()).toBe('/en/account/security');
  });

  test('the sign-up leads to the welcome page, which offers to sign in and not to sign up', async () => {
    const portal = await openPortal({ path: '/en/signup', remotes, config: elsewhere });
    await waitFor(() => expect(portal.at()).toBe('/en'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible());
    expect(screen.queryByRole('link', { name: /Sign up/ })).toBeNull();
  });
});
