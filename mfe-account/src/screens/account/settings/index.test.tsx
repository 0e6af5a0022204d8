import { startTestServer, type TestServer } from '@portal/server/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmByCode, openAs, press } from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const START = '/en/account/settings';

// @proves 13.75
test('while its data is on the way, one skeleton stands last, and nothing below it can move', async () => {
  const late = Promise.withResolvers<void>();
  await openAs(server, START, {}, async (request) => {
    await late.promise;
    return server.api.fetch(request);
  });
  const skeleton = await screen.findByRole('status');
  const appearance = screen.getByRole('region', { name: 'Appearance' });
  expect(appearance.compareDocumentPosition(skeleton)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole('region')).toEqual([appearance]);
  late.resolve();
  expect(await screen.findByRole('region', { name: 'Recent activity' })).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

// @proves 2.23
test('saves language and news without a code, also with two-step verification on', async () => {
  const { at, sent } = await openAs(server, START, {
    mfaEnabled: true,
    emailOptIn: false,
    locale: 'en',
  });
  await userEvent.click(await screen.findByLabelText('日本語'));
  await userEvent.click(screen.getByLabelText('I would like to receive news by e-mail'));
  await press('Save');
  expect(sent()).toContain('PUT /me');
  await waitFor(() => expect(at()).toBe('/account/settings'));
  expect(document.cookie).toContain('locale=ja');
});

test.each([
  ['Dark', 'dark', 'dark'],
  ['Light', 'light', 'light'],
  ['Same as this device', undefined, null],
])('the appearance “%s” applies at once and on the next visit', async (label, shown, stored) => {
  await openAs(server, START, {});
  await userEvent.click(await screen.findByLabelText('Dark'));
  await userEvent.click(screen.getByLabelText(label));
  expect(document.documentElement.dataset.theme).toBe(shown);
  expect(localStorage.getItem('theme')).toBe(stored);
});

test('signs out another device and not this one', async () => {
  const { id, reload } = await openAs(server, START, { email: 'devices@example.com' });
  const { accessToken } = await server.signInAs(id);
  await reload(START);
  const devices = await screen.findByRole('region', { name: 'Signed-in devices' });
  expect(within(devices).getAllByRole('listitem')).toHaveLength(2);
  expect(within(devices).getByText('This device')).toBeVisible();
  await press('Sign out Unknown device');
  await waitFor(async () => expect(await isSignedIn(accessToken)).toBe(false));
  await waitFor(() => expect(within(devices).getAllByRole('listitem')).toHaveLength(1));
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

// @proves 16.1
test('has language, appearance, news by e-mail, devices and activity', async () => {
  await openAs(server, START, {});
  expect(await screen.findByLabelText('日本語')).toBeVisible();
  expect(screen.getByLabelText('Same as this device')).toBeVisible();
  expect(screen.getByLabelText('I would like to receive news by e-mail')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Signed-in devices' })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Recent activity' })).toBeVisible();
});

test('an account without activity says what will be listed', async () => {
  await openAs(server, START, {});
  const activity = await screen.findByRole('region', { name: 'Recent activity' });
  expect(within(activity).getByText('Nothing yet')).toBeVisible();
});

// @proves 12.67 12.68
test('mails a link to the data after a code, and downloads it by the link', async () => {
  const email = 'data@example.com';
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const { reload } = await openAs(server, START, { email, locale: 'en' });
  await press('Send me the link');
  await confirmByCode(server, email);
  expect(await screen.findByText(/^We have sent you an e-mail with a link/)).toBeVisible();
  const mail = (await server.outbox.messages()).find(({ text }) => text.includes('data_export='));
  const link = /\/en\/account\/settings\?data_export=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  await reload(link);
  await press('Download my data');
  expect(await screen.findByText('Your data has been downloaded.')).toBeVisible();
  expect(saved.map(({ type }) => type)).toEqual(['application/zip']);
  expect(saved[0]?.size).toBeGreaterThan(500);
});

async function isSignedIn(accessToken: string): Promise<boolean> {
  const answer = await server.api.fetch(
    new Request('http://localhost:4302/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  );
  return answer.ok;
}
