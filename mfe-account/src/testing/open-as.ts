import { openScreenAs } from '@portal/delivery/dev/testing';
import type { TestServer } from '@portal/server/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../routes.ts';

type Member = Parameters<TestServer['createMember']>[0];
type Answer = (request: Request) => Promise<Response>;

/** Opens a screen as a new member. `sent` are the calls that have left the browser: `PUT /me`. */
export async function openAs(server: TestServer, path: string, member: Member, answer?: Answer) {
  const opened = await openScreenAs(server, { routes, path, member, fetch: answer });
  const sent = () => opened.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return {
    ...opened,
    sent,
    /** How often a call has left the browser. */
    count: (call: string) => sent().filter((one) => one === call).length,
    /** Loads another page in the same browser tab: what is in session storage stays. */
    async reload(to: string): Promise<void> {
      await act(() => opened.router.navigate('/nowhere'));
      await act(() => opened.router.navigate(to));
    },
  };
}

/**
 * The six digits that a member was sent last. `known`: messages that are older; without it the clock
 * tells, which stands still unless the test has turned it.
 */
export async function lastCode(
  server: TestServer,
  to: string,
  known: ReadonlySet<string> = new Set(),
): Promise<string> {
  const messages = await server.outbox.messages();
  const message = messages.find(
    ({ id, recipient, text }) => !known.has(id) && recipient === to && /\b\d{6}\b/.test(text),
  );
  const code = /\b(\d{6})\b/.exec(message?.text ?? '')?.[1];
  if (!code) throw new Error('No code has been sent.');
  return code;
}

/** Any six digits but these. */
export const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

/** Presses a button once the 600 ms after the last request (spec §4) are over. */
export async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name }, { timeout: 5000 });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), { timeout: 3000 });
  await userEvent.click(button);
}

/** Asks for a code, reads it in the mail and enters it. */
export async function confirmByCode(server: TestServer, to: string): Promise<void> {
  const known = new Set((await server.outbox.messages()).map(({ id }) => id));
  await press('Send a code');
  await screen.findByRole('textbox', { name: /^Code/ });
  await enterCode(await lastCode(server, to, known));
}

export async function enterCode(code: string): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: /^Code/ }), code);
  await press('Confirm');
}
