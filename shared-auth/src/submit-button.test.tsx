import { act, render, screen } from '@testing-library/react';
import { SUBMIT_REENABLE_MS, useSubmitButton } from './submit-button.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function Form({ request }: { readonly request: () => Promise<void> }) {
  const { disabled, submit } = useSubmitButton();
  return (
    // Two clicks before the next paint are what a double click is.
    <button type="button" disabled={disabled} onClick={() => [submit(request), submit(request)]}>
      Send
    </button>
  );
}

// @proves 3.31 4.22 4.23 9.4
test('the button is disabled during the request and for 600 ms after; a second click does nothing', async () => {
  const requests: (() => void)[] = [];
  render(<Form request={() => new Promise((settle) => requests.push(settle))} />);
  const button = screen.getByRole('button', { name: 'Send' });
  await act(async () => button.click());
  expect(requests).toHaveLength(1);
  expect(button).toBeDisabled();
  await act(async () => requests[0]?.());
  await act(async () => jest.advanceTimersByTime(SUBMIT_REENABLE_MS - 1));
  expect(button).toBeDisabled();
  await act(async () => jest.advanceTimersByTime(1));
  expect(button).toBeEnabled();
});
