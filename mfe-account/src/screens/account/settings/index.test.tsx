import { confirmAtProvider } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { authStore, userAtom } from '@portal/shared-auth';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const START = '/en/account/settings';

/** Opens a row by its label, and returns what it opens. */
async function openRow(label: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }));
  return screen.findByRole('region', { name: label });
}
/** The text of each row: its label and its value. */
const rows = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) =>
      [...heading.querySelectorAll('button > span > span')].map((one) => one.textContent),
    );

// @proves 13.75
test('while its data is on the way, one skeleton stands last, and nothing below it can move', async () => {
  const late = Promise.withResolvers<void>();
  await openAs(server, START, {}, async (request) => {
    await late.promise;
    return server.api.fetch(request);
  });
  const skeleton = await screen.findByRole('status');
  const appearance = screen.getByRole('heading', { name: /^Appearance/ });
  expect(appearance.compareDocumentPosition(skeleton)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole('heading', { level: 2 })).toEqual([appearance]);
  late.resolve();
  expect(await screen.findByRole('heading', { name: /^Recent activity/ })).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

// @proves 2.23 13.80 13.81 16.2
test('saves language and news at once, without a code, also with two-step verification on', async () => {
  const { at, count, router } = await openAs(server, START, {
    mfaEnabled: true,
    emailOptIn: false,
    locale: 'en',
  });
  const news = await openRow('News by e-mail');
  await userEvent.click(within(news).getByLabelText('I would like to receive news by e-mail'));
  await waitFor(() => expect(rows()).toContainEqual(['News by e-mail', 'Subscribed']));
  const language = await openRow('Language');
  expect(within(language).getByText('Your choice applies at once.')).toBeVisible();
  await userEvent.click(within(language).getByLabelText('日本語'));
  await waitFor(() => expect(at()).toBe('/account/settings'));
  expect(router.state.location.hash).toBe('#language');
  expect(count('PUT /me')).toBe(2);
  expect(authStore.get(userAtom)).toMatchObject({ locale: 'ja', email_opt_in: true });
  expect(document.cookie).toContain('locale=ja');
});

// @proves 13.80
test('an address that names a row opens it', async () => {
  await openAs(server, `${START}#language`, {});
  expect(await screen.findByRole('radio', { name: '日本語', checked: true })).toBeVisible();
});

// @proves 13.81
test('a choice that could not be saved is not shown as made, and says why', async () => {
  let offline = false;
  await openAs(server, START, { emailOptIn: false }, (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  const news = await openRow('News by e-mail');
  const box = within(news).getByLabelText('I would like to receive news by e-mail');
  offline = true;
  await userEvent.click(box);
  expect(await within(news).findByText(/You seem to be offline/)).toBeVisible();
  expect(box).not.toBeChecked();
  offline = false;
  await userEvent.click(box);
  await waitFor(() => expect(box).toBeChecked());
});

test.each([
  ['Dark', 'dark', 'dark'],
  ['Light', 'light', 'light'],
  ['Same as this device', undefined, null],
])('the appearance “%s” applies at once and on the next visit', async (label, shown, stored) => {
  await openAs(server, START, {});
  await openRow('Appearance');
  await userEvent.click(screen.getByLabelText('Dark'));
  await userEvent.click(screen.getByLabelText(label));
  expect(rows()).toContainEqual(['Appearance', label]);
  expect(document.documentElement.dataset.theme).toBe(shown);
  expect(localStorage.getItem('theme')).toBe(stored);
});

test('signs out another device and not this one', async () => {
  const { id, reload } = await openAs(server, START, { email: 'devices@example.com' });
  const { accessToken } = await server.signInAs(id);
  await reload(START);
  const devices = await openRow('Signed-in devices');
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
  const devices = await openRow('Signed-in devices');
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

// @proves 13.80 16.1
test('has a row with its value for each setting, and opens the one that is tapped', async () => {
  await openAs(server, START, { locale: 'en', emailOptIn: true });
  await screen.findByRole('heading', { name: /^Recent activity/ });
  expect(rows()).toEqual([
    ['Appearance', 'Same as this device'],
    ['Language', 'English'],
    ['News by e-mail', 'Subscribed'],
    ['Passport reminders', 'By e-mail · In the portal'],
    ['Signed-in devices', '1 device'],
    ['Recent activity', 'Nothing yet'],
    ['Your data', 'Download'],
  ]);
  expect(screen.queryAllByRole('region')).toEqual([]);
  const row = screen.getByRole('button', { name: /^Signed-in devices/ });
  row.focus();
  await userEvent.keyboard('{Enter}');
  expect(row).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('region')).toBeNull();
  expect(row).toHaveFocus();
});

// @proves 13.80
test('a row whose data does not come is open and offers to try again', async () => {
  let down = true;
  await openAs(server, START, {}, (request) =>
    down && request.url.endsWith('/me/devices')
      ? Promise.resolve(Response.json({ error: 'server.error' }, { status: 500 }))
      : server.api.fetch(request),
  );
  const devices = await screen.findByRole('region', { name: 'Signed-in devices' });
  down = false;
  await userEvent.click(within(devices).getByRole('button', { name: 'Try again' }));
  expect(await within(devices).findByText('This device')).toBeVisible();
});

test('an account without activity says what will be listed', async () => {
  await openAs(server, START, {});
  const activity = await openRow('Recent activity');
  expect(within(activity).getByText('Nothing yet')).toBeVisible();
});

// @proves 12.67 12.68 12.112
test('mails a link to the data after a proof, and downloads it by the link', async () => {
  const email = 'data@example.com';
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const { reload } = await openAs(server, START, { email, locale: 'en' });
  await openRow('Your data');
  await press('Send me the link');
  expect(await confirmAtProvider()).toBe('export_data');
  await press('Send me the link');
  expect(await screen.findByText(/^We have sent you an e-mail with a link/)).toBeVisible();
  const mail = (await server.outbox.messages()).find(({ text }) => text.includes('data_export='));
  const link = /\/en\/account\/settings#data_export=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
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
