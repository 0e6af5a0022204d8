import type { TestServer } from '@portal/kit/testing';
import { confirmAtProvider, enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../routes.ts';

type Member = Parameters<TestServer['createMember']>[0];
type Answer = (request: Request) => Promise<Response>;

/** Opens a screen as a new member. `sent()` are the requests so far. @param prepare runs first, with the member's id */
export async function openAs(
  server: TestServer,
  path: string,
  member: Member,
  answer?: Answer,
  prepare: (id: string) => Promise<unknown> = async () => undefined,
) {
  const opened = await openScreenAs(server, { routes, path, member, fetch: answer, prepare });
  const sent = () => opened.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return {
    ...opened,
    sent,
    /** How many times a request was sent. */
    count: (call: string) => sent().filter((one) => one === call).length,
    /** Loads another page in the same browser tab, with the same session storage. */
    async reload(to: string): Promise<void> {
      await act(() => opened.router.navigate('/nowhere'));
      await act(() => opened.router.navigate(to));
    },
  };
}

/** The last code sent to a member. `known` are ids of older messages: by the test clock two may be of one time. */
export async function lastCode(
  server: TestServer,
  to: string,
  known: ReadonlySet<string> = new Set(),
): Promise<string> {
  return waitFor(async () => {
    const messages = await server.outbox.messages();
    const message = messages.find(
      ({ id, recipient, text }) => !known.has(id) && recipient === to && /\b\d{6}\b/.test(text),
    );
    const code = /\b(\d{6})\b/.exec(message?.text ?? '')?.[1];
    if (!code) throw new Error('No code has been sent.');
    return code;
  });
}

/** Presses a button once it is enabled again, 600 ms after the last request. */
export async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

/** Passes the first step of a flow: confirms at the provider, and comes back. */
export async function passFirstStep(): Promise<void> {
  await press('Continue');
  await confirmAtProvider();
}

/** Types a code; the last digit submits it as soon as no other request is running. */
export async function enterCode(code: string): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: /^Code/ }), code);
}
