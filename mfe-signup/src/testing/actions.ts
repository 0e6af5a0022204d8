import { sharedServer, type TestServer } from '@portal/kit/testing';
import { enabled, openScreen, openScreenAs } from '@portal/kit/testing/open-screen';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../routes.ts';

type Member = Parameters<TestServer['createMember']>[0];
type Answer = (request: Request) => Promise<Response>;

/** A server for the tests of a file, without a limit of calls, and what a test does with it. */
export function withServer() {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  return {
    server,
    /** Opens a screen as a visitor who is not signed in. */
    async openAsStranger(path: string, answer: Answer = server.api.fetch) {
      const sent: Request[] = [];
      const opened = await openScreen({
        routes,
        path,
        fetch(request) {
          sent.push(request.clone());
          return answer(request);
        },
      });
      return { ...opened, ...browsing(opened.router, sent) };
    },
    /** Opens a screen as a new member. @param amr how they signed in (RFC 8176), by default by the code of a sign-up */
    async openAsMember(
      path: string,
      member: Member,
      answer?: Answer,
      amr: readonly string[] = ['otp'],
    ) {
      const opened = await openScreenAs(server, { routes, path, member, amr, fetch: answer });
      return { ...opened, ...browsing(opened.router, opened.sent) };
    },
    lastCode: (to: string) => lastCode(server, to),
    lastLink: (to: string, page: string) => lastLink(server, to, page),
  };
}

type Router = Awaited<ReturnType<typeof openScreen>>['router'];

function browsing(router: Router, sent: readonly Request[]) {
  return {
    /** Counts the requests of a call such as `POST /signup`. */
    count: (call: string) =>
      sent.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === call).length,
    /** Loads a page in the same browser tab, which keeps its session storage. */
    async reload(to: string): Promise<void> {
      await act(() => router.navigate('/nowhere'));
      await act(() => router.navigate(to));
    },
  };
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Clicks a button after the 600 ms that follow a request. */
export async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

/** Replaces the text of a field by a paste, which is much faster than keys in a long form. */
export async function fill(label: RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Types a code; the last digit submits it as soon as no other request is running. */
export async function enterCode(code: string): Promise<void> {
  const field = await screen.findByLabelText(/^(Code|確認コード)/);
  const button = screen.getByRole('button', { name: /^(Confirm|確認する)$/ });
  await enabled(button);
  await userEvent.type(field, code);
}

/** Waits for a message with a code to the address and returns the six digits of the newest code. */
export async function lastCode(server: TestServer, to: string): Promise<string> {
  return waitFor(async () => {
    const messages = await server.outbox.messages();
    const code = messages
      .filter(({ recipient }) => recipient === to)
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
      .find(Boolean);
    if (!code) throw new Error('No code has been sent.');
    return code;
  });
}

/** Returns the path and query of the newest link to `page` that was mailed to the address. */
async function lastLink(server: TestServer, to: string, page: string): Promise<string> {
  return waitFor(async () => {
    const messages = await server.outbox.messages();
    const links = messages
      .filter(({ recipient }) => recipient === to)
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .map((address) => new URL(address));
    const link = links.find(({ pathname }) => pathname.endsWith(page));
    if (!link) throw new Error(`No link to ${page} has been sent.`);
    // A router in memory has no fragment in its requests; the query of before is read too.
    return `${link.pathname}?${link.hash.slice(1)}`;
  });
}

/** Returns a code other than the given one, and other than those that are `by` another number away. */
export const anotherCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');

/** jsdom cannot navigate to another site and reports that on the console; this checks and clears the report. */
export function expectToLeave(): void {
  const told = jest.spyOn(console, 'error').mockImplementation((...said) => {
    if (!String(said[0]).includes('Not implemented: navigation')) throw new Error(String(said[0]));
  });
  undone.push(() => told.mockRestore());
}

const undone: (() => void)[] = [];
afterEach(() => {
  for (const undo of undone.splice(0)) undo();
});
