import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { addTexts } from '@portal/shared-i18n';
import type { RemoteRoutes, RouteRow } from '@portal/shared-routing';
import { act, screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';

/** A text that two remotes and the footer of the shell translate each in its own way. */
const CONTACT = msg`Contact`;

const Screen = () => (
  <h1>
    <Trans>Contact</Trans>
  </h1>
);

const remoteOf = (path: `/${string}`, japanese: string): RemoteRoutes => {
  const row: RouteRow = { path, title: CONTACT, lazy: async () => ({ Component: Screen }) };
  return {
    title: CONTACT,
    rows: [row],
    loadCatalog: async () => ({ messages: { [CONTACT.id]: [japanese] } }),
  };
};
const remotes: Readonly<Record<string, RemoteRoutes>> = {
  account: remoteOf('/account', 'ご連絡先'),
  mypage: remoteOf('/my-page', '窓口'),
};

// @proves 7.630
test('no remote changes a text of another one or of the shell that is the same in English', async () => {
  const portal = await openPortal({
    path: '/my-page',
    accessToken: 'token',
    config: { siteLinks: { contact: 'https://www.example.com/contact' } },
    remotes: {
      owning: (path) => (path === '/account' ? 'account' : 'mypage'),
      async load(name, locale) {
        const remote = remotes[name] as RemoteRoutes;
        addTexts(locale, await remote.loadCatalog(locale), name);
        return remote;
      },
    },
  });
  const footer = () => screen.getByRole('contentinfo');
  await screen.findByRole('heading', { level: 1, name: '窓口' });
  const ofShell = footer().textContent;
  expect(ofShell).toContain('お問い合わせ');

  await act(() => portal.router.navigate('/account'));
  await screen.findByRole('heading', { level: 1, name: 'ご連絡先' });
  await waitFor(() => expect(document.title).toMatch(/^ご連絡先 /));
  expect(footer()).toHaveTextContent(ofShell ?? '');

  await act(() => portal.router.navigate('/my-page'));
  await screen.findByRole('heading', { level: 1, name: '窓口' });
  await waitFor(() => expect(document.title).toMatch(/^窓口 /));
  expect(footer()).toHaveTextContent(ofShell ?? '');
});
