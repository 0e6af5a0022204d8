import { sharedServer } from '@portal/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { openAs, press } from '../../../testing/open-as.ts';

const server = sharedServer();

const START = '/en/account/security';

const checkUp = (words: RegExp) => screen.findByRole('link', { name: words });

// @proves 13.82
test('says in one line what is missing most, and where it is done', async () => {
  const unconfirmed = { email: 'unconfirmed@example.com', emailVerified: false };
  await openAs(server, START, unconfirmed);
  expect(await checkUp(/^Confirm your email address/)).toHaveAttribute('href', '/en/verify-user');
});

// @proves 10.67
test('shows until when a browser is trusted, also a signed-out one, and ends it', async () => {
  const { id, reload } = await openAs(server, START, { email: 'trusting@example.com' });
  const [present] = await server.context.sessions.list(server.context, id);
  await server.trustBrowser(id, { userAgent: '', sessionUid: present?.id });
  await server.trustBrowser(id, {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  });
  await reload(START);
  const devices = await screen.findByRole('region', { name: 'Signed-in devices' });
  const [here, windows, ...more] = within(devices).getAllByRole('listitem');
  expect(more).toEqual([]);
  expect(here).toHaveTextContent(/This device.*Trusted until /);
  expect(windows).toHaveTextContent(/Chrome · Windows.*Signed out.*Trusted until /);
  await press('Stop trusting Chrome · Windows');
  await waitFor(() => expect(within(devices).getAllByRole('listitem')).toHaveLength(1));
  await press('Stop trusting Unknown device');
  await waitFor(() => expect(devices).not.toHaveTextContent(/trusted/i));
  expect(within(devices).getByText('This device')).toBeVisible();
});
