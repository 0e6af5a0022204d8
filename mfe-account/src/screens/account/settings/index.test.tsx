import { authStore, userAtom } from '@portal/kit/auth';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
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
  expect(await screen.findByRole('heading', { name: /^Your data/ })).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

// @proves 2.23 13.80 13.81 16.2
test('saves language and news at once, without a code, also with a second step on', async () => {
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

// @proves 2.91
test('has a link to the page above it, before the heading', async () => {
  await openAs(server, START, {});
  const heading = await screen.findByRole('heading', { level: 1 });
  const up = within(screen.getByRole('navigation', { name: 'Page above' })).getByRole('link');
  expect(up).toHaveTextContent('Your account');
  expect(up).toHaveAttribute('href', '/en/account');
  expect(up.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
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

// @proves 13.81
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

// @proves 13.80 16.1
test('has a row with its value for each setting, and opens the one that is tapped', async () => {
  await openAs(server, START, { locale: 'en', emailOptIn: true });
  await screen.findByRole('heading', { name: /^Your data/ });
  expect(rows()).toEqual([
    ['Appearance', 'Same as this device'],
    ['Language', 'English'],
    ['News by e-mail', 'Subscribed'],
    ['Passport reminders', 'By e-mail · In the portal'],
    ['Your data', 'Download'],
  ]);
  expect(screen.queryAllByRole('region')).toEqual([]);
  const row = screen.getByRole('button', { name: /^Language/ });
  row.focus();
  await userEvent.keyboard('{Enter}');
  expect(row).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('region', { name: 'Language' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('region')).toBeNull();
  expect(row).toHaveFocus();
});

// @proves 12.67 12.68 12.112
test('mails a link to the data after a step-up, and downloads it by the link', async () => {
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

/** Gives the browser of the tests a worker and storage, which jsdom has not. */
function installStorage({ persisted, answer }: { persisted: boolean; answer: boolean }): string[] {
  const asked: string[] = [];
  const persist = async () => {
    asked.push('persist');
    return answer;
  };
  const values = { serviceWorker: {}, storage: { persisted: async () => persisted, persist } };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(navigator, name, { configurable: true, value });
  return asked;
}
const OFFLINE = 'Passports without a connection';

describe('the storage for passports without a connection', () => {
  afterEach(() => {
    for (const name of ['serviceWorker', 'storage', 'standalone', 'maxTouchPoints'])
      Reflect.deleteProperty(navigator, name);
  });

  // @proves 14.166
  test.each([
    [true, 'Kept on this device', 'does not remove them by itself'],
    [false, 'Kept while there is room', 'does not promise it now'],
  ])('a browser that answers %s is asked by a press alone', async (answer, value, words) => {
    const asked = installStorage({ persisted: false, answer });
    await openAs(server, START, {});
    const panel = await openRow(OFFLINE);
    expect(panel).toHaveTextContent('The browser may remove them');
    expect(asked).toEqual([]);
    await press('Ask the browser to keep them');
    expect(await within(panel).findByText(new RegExp(words))).toBeVisible();
    expect(asked).toEqual(['persist']);
    expect(rows()).toContainEqual([OFFLINE, value]);
    expect(within(panel).queryByRole('button')).toBeNull();
  });

  // @proves 14.166
  test('an iPhone learns how the portal comes to its home screen', async () => {
    installStorage({ persisted: false, answer: false });
    for (const [name, value] of Object.entries({ standalone: false, maxTouchPoints: 5 }))
      Object.defineProperty(navigator, name, { configurable: true, value });
    await openAs(server, START, {});
    const panel = await openRow(OFFLINE);
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('“Share”'),
      expect.stringContaining('“Add to Home Screen”'),
      'Tap “Add”.',
    ]);
  });
});
