import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { initials } from './avatar.tsx';
import { Banner } from './banner.tsx';
import { Description, DescriptionList } from './description-list.tsx';
import { announce, LiveRegion } from './live-region.tsx';
import { Logo } from './logo.tsx';
import { PasswordField } from './password-field.tsx';
import { Steps } from './steps.tsx';
import { show } from './test-kit/show.tsx';
import { TOAST_MS, Toaster, toast } from './toast.tsx';
import { SUBMIT_REENABLE_MS, useLingeringBusy } from './use-lingering-busy.ts';

test('an announcement is read again when it is repeated', async () => {
  await show(<LiveRegion />);
  act(() => announce('Account'));
  const first = screen.getByRole('status').textContent;
  act(() => announce('Account'));
  expect(screen.getByRole('status')).toHaveTextContent(/Account/);
  expect(screen.getByRole('status').textContent).not.toBe(first);
});

test('a failure is read out at once, a hint is not', async () => {
  await show(
    <>
      <Banner tone="danger">No connection.</Banner>
      <Banner tone="info">A hint.</Banner>
    </>,
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('No connection.');
  expect(screen.getByRole('img', { name: 'Problem' })).toBeVisible();
});

test('a password can be looked at', async () => {
  await show(<PasswordField name="password" label="Password" autoComplete="new-password" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeVisible();
});

test('steps tell which one is being taken', async () => {
  await show(<Steps names={['Address', 'Code', 'Done']} current={1} />);
  expect(screen.getByText('Code').closest('li')).toHaveAttribute('aria-current', 'step');
});

test('a value that is missing is said in words', async () => {
  await show(
    <DescriptionList>
      <Description term="Phone">{null}</Description>
    </DescriptionList>,
    'ja',
  );
  expect(screen.getByRole('definition')).toHaveTextContent('未入力');
});

test('the logo carries the brand in the language shown', async () => {
  await show(<Logo brand={{ name: { ja: '会員ポータル', en: 'Member portal' } }} />, 'ja');
  expect(screen.getByText('会員ポータル')).toBeVisible();
});

test.each([
  ['Hanako Yamada', 'HY'],
  ['hanako maria yamada', 'HY'],
  ['Prince', 'P'],
  ['山田 花子', '山'],
  ['e\u0301lise', 'E\u0301'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

function Busy({ running }: { readonly running: boolean }) {
  return <output>{useLingeringBusy(running) ? 'busy' : 'ready'}</output>;
}

describe('with the clock in hand', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('a toast goes by itself, but not while the focus is on it', async () => {
    await show(<Toaster />);
    act(() => toast('Saved.'));
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    act(() => jest.advanceTimersByTime(TOAST_MS * 2));
    expect(screen.getByText('Saved.')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Close' }).blur());
    act(() => jest.advanceTimersByTime(TOAST_MS));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  test('a submit button stays busy 600 ms after its request has settled', async () => {
    const { rerender } = await show(<Busy running={false} />);
    expect(screen.getByRole('status')).toHaveTextContent('ready');
    rerender(<Busy running />);
    expect(screen.getByRole('status')).toHaveTextContent('busy');
    rerender(<Busy running={false} />);
    act(() => jest.advanceTimersByTime(SUBMIT_REENABLE_MS - 1));
    expect(screen.getByRole('status')).toHaveTextContent('busy');
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('status')).toHaveTextContent('ready');
  });
});
