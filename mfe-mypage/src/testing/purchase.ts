import { enabled } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Clicks a button after the 600 ms that follow a request. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}
