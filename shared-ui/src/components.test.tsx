import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Steps } from './flow/flow-page.tsx';
import { announce, LiveRegion } from './live-region.tsx';
import { PasswordField } from './password-field.tsx';
import { renderUi } from './testing/render.tsx';
import { TOAST_MS, Toaster, toast } from './toast.tsx';

test('announces the same text again when it is repeated', async () => {
  await renderUi(<LiveRegion />);
  act(() => announce('Account'));
  const first = screen.getByRole('status').textContent;
  act(() => announce('Account'));
  expect(screen.getByRole('status')).toHaveTextContent(/Account/);
  expect(screen.getByRole('status').textContent).not.toBe(first);
});

test('shows and hides the password', async () => {
  await renderUi(<PasswordField name="password" label="Password" autoComplete="new-password" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeVisible();
});

// @proves 12.83
test('steps mark the current one', async () => {
  await renderUi(<Steps names={['Address', 'Code', 'Done']} current={1} />);
  expect(screen.getByText('Code').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText('Step 2 of 3: Code')).toBeVisible();
});

describe('with fake timers', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('a toast disappears after a while, but not while it has the focus', async () => {
    await renderUi(<Toaster />);
    act(() => toast('Saved.'));
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    act(() => jest.advanceTimersByTime(TOAST_MS * 2));
    expect(screen.getByText('Saved.')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Close' }).blur());
    act(() => jest.advanceTimersByTime(TOAST_MS));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });
});
