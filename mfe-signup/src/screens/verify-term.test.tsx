import { authStore, userAtom } from '@portal/kit/auth';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectToLeave, heading, press, withServer } from '../testing/actions.ts';

const portal = withServer();

const OLD = { termsAcceptedVersion: '2025-04-01' };

// @proves 12.46
test.each([
  ['/verify-term', '利用規約が変わりました', /ロックする/, '同意して続ける'],
  ['/en/verify-term', 'The terms of service have changed', /we may lock/, 'Agree and continue'],
])('%s shows what is new, and agreeing continues', async (path, title, change, agree) => {
  const { at, count } = await portal.openAsMember(path, OLD);
  await heading(title);
  expect(screen.getByText(change, { selector: 'li' })).toBeVisible();
  expect(screen.getByRole('link', { name: /利用規約|terms of service/ })).toHaveAttribute(
    'target',
    '_blank',
  );
  expect(count('PUT /me/accept-terms')).toBe(0);
  await press(agree);
  await waitFor(() => expect(at()).toMatch(/\/my-page$/));
  expect(count('PUT /me/accept-terms')).toBe(1);
  const { terms_accepted_version, terms_current_version } = authStore.get(userAtom) ?? {};
  expect(terms_accepted_version).toBe(terms_current_version);
});

// @proves 12.500
test.each([
  [
    '/verify-term',
    '変更前と変更後',
    /^第8条/,
    '当社へのお問い合わせにより',
    'アカウント設定から',
    /^第1条/,
  ],
  [
    '/en/verify-term',
    'Before and now',
    /^Article 8/,
    'by contacting us',
    'in your account',
    /^Article 1\./,
  ],
])(
  '%s shows changed articles with what was and what is, and folds the others',
  async (path, title, article, was, is, other) => {
    await portal.openAsMember(path, OLD);
    const comparison = await screen.findByRole('region', { name: title });
    const named = (name: RegExp) => {
      const details = within(comparison).getByText(name).closest('details');
      if (!details) throw new Error(`${name} is not in the comparison`);
      return details;
    };
    expect(named(article).open).toBe(true);
    expect(within(named(article)).getByRole('deletion')).toHaveTextContent(was);
    expect(within(named(article)).getAllByRole('insertion')[0]).toHaveTextContent(is);
    expect(named(other).open).toBe(false);
    expect(
      within(comparison)
        .getAllByRole('group')
        .filter((one) => (one as HTMLDetailsElement).open),
    ).toHaveLength(3);
  },
);

// @proves 10.493
test('a member who has accepted no version sees no list of changes, and not that anything has changed', async () => {
  await portal.openAsMember('/en/verify-term', { termsAcceptedVersion: null });
  await heading('Agree to the terms of service');
  expect(screen.queryByText(/have changed/)).toBeNull();
  expect(await screen.findByText('Read them before you agree.')).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
});

// @proves 12.46
test('declining asks for confirmation; cancelling changes nothing, confirming signs out', async () => {
  expectToLeave();
  const { count } = await portal.openAsMember('/en/verify-term', OLD);
  await press('I do not agree');
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Your account and your data stay as they are');
  await userEvent.click(within(question).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(localStorage.getItem('access_token')).toBeTruthy();

  await press('I do not agree');
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }),
  );
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
  expect(count('PUT /me/accept-terms')).toBe(0);
});
