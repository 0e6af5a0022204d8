import { enabled } from '@portal/delivery/dev/testing';
import type { TestServer } from '@portal/server/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Clicks a button after the 600 ms that follow a request (product §4.22). */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

/** Types the newest code that was sent to the address; its last digit submits it. */
export async function enterCode(server: TestServer, address: string): Promise<void> {
  const code = await waitFor(async () => {
    const messages = await server.outbox.messages();
    const found = messages
      .filter(({ recipient }) => recipient === address)
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
      .find(Boolean);
    if (!found) throw new Error('No code has been sent.');
    return found;
  });
  const field = await screen.findByLabelText(/^Code/);
  await enabled(screen.getByRole('button', { name: 'Confirm' }));
  await userEvent.type(field, code);
}
