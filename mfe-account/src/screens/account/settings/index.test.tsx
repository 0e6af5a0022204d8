import { authStore, userAtom } from '@portal/kit/auth';
import { sharedServer } from '@portal/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs } from '../../../testing/open-as.ts';

const server = sharedServer();

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

// @proves 2.23 13.80 13.81 16.2
test('saves language and news at once, without a code, also with a second step on', async () => {
  const { at, count, router } = await openAs(server, START, {
    mfaEnabled: true,
    emailOptIn: false,
    locale: 'en',
  });
  const news = await openRow('News by email');
  await userEvent.click(within(news).getByLabelText('I would like to receive news by email'));
  await waitFor(() => expect(rows()).toContainEqual(['News by email', 'Subscribed']));
  const language = await openRow('Language');
  expect(within(language).getByText('Your choice applies at once.')).toBeVisible();
  await userEvent.click(within(language).getByLabelText('日本語'));
  await waitFor(() => expect(at()).toBe('/account/settings'));
  expect(router.state.location.hash).toBe('#language');
  expect(count('PUT /me')).toBe(2);
  expect(authStore.get(userAtom)).toMatchObject({ locale: 'ja', email_opt_in: true });
  expect(document.cookie).toContain('locale=ja');
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
    ['News by email', 'Subscribed'],
    ['Passport reminders', 'By email · In the portal'],
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
