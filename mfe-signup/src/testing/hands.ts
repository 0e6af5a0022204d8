import { openScreen, openScreenAs } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../routes.ts';

type Member = Parameters<TestServer['createMember']>[0];
type Answer = (request: Request) => Promise<Response>;

/** Patience for a machine on which much else is running. */
export const SOON = { timeout: 10_000 } as const;

/**
 * A server for the tests of a file, which sets no bound to the calls of a minute: many members walk
 * through it at once.
 * @param take gets it before the first test
 */
export function withServer(take: (server: TestServer) => void): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { callsPerMinute: 100_000 } });
    take(server);
  });
  afterAll(() => server.close());
}

/** Opens a screen as somebody who is not signed in. */
export async function openAsStranger(server: TestServer, path: string, answer?: Answer) {
  const sent: Request[] = [];
  const opened = await openScreen({
    routes,
    path,
    fetch(request) {
      sent.push(request.clone());
      return (answer ?? server.api.fetch)(request);
    },
  });
  return { ...opened, ...browsing(opened.router, sent) };
}

/** Opens a screen as a new member who has just signed in. */
export async function openAsMember(
  server: TestServer,
  path: string,
  member: Member,
  answer?: Answer,
) {
  const opened = await openScreenAs(server, { routes, path, member, fetch: answer });
  return { ...opened, ...browsing(opened.router, opened.sent) };
}

type Router = Awaited<ReturnType<typeof openScreen>>['router'];

function browsing(router: Router, sent: readonly Request[]) {
  return {
    /** How often a call has left the browser: `POST /signup`. */
    count: (call: string) =>
      sent.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === call).length,
    /** Loads a page in the same browser tab: what is in session storage stays. */
    async reload(to: string): Promise<void> {
      await act(() => router.navigate('/nowhere'));
      await act(() => router.navigate(to));
    },
  };
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, SOON);

/** Presses a button once the 600 ms after the last request (spec §4) are over. */
export async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name }, SOON);
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), SOON);
  await userEvent.click(button);
}

/** Types in place of what stands in a field. */
export async function fill(label: RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label, {}, SOON);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

/** Types a code; the last digit sends it, as soon as nothing else is on its way. */
export async function enterCode(code: string): Promise<void> {
  const field = await screen.findByLabelText(/^(Code|確認コード)/, {}, SOON);
  const button = screen.getByRole('button', { name: /^(Confirm|確認する)$/ });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), SOON);
  await userEvent.type(field, code);
}

/** The six digits that an address was sent last. */
export async function lastCode(server: TestServer, to: string): Promise<string> {
  const messages = await server.outbox.messages();
  const code = messages
    .filter(({ recipient }) => recipient === to)
    .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
    .find(Boolean);
  if (!code) throw new Error('No code has been sent.');
  return code;
}

/** The address of the page that the last mail to somebody leads to, without its origin. */
export async function lastLink(server: TestServer, to: string, page: string): Promise<string> {
  const messages = await server.outbox.messages();
  const links = messages
    .filter(({ recipient }) => recipient === to)
    .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    .map((address) => new URL(address));
  const link = links.find(({ pathname }) => pathname.endsWith(page));
  if (!link) throw new Error(`No link to ${page} has been sent.`);
  return link.pathname + link.search;
}

/** Any six digits but these. */
export const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

/** jsdom cannot leave for another site, and says so on the console. */
export function expectToLeave(): void {
  const told = jest.spyOn(console, 'error').mockImplementation((...said) => {
    if (!String(said[0]).includes('Not implemented: navigation')) throw new Error(String(said[0]));
  });
  afterEachOnce(() => told.mockRestore());
}

const undone: (() => void)[] = [];
afterEach(() => {
  for (const undo of undone.splice(0)) undo();
});
const afterEachOnce = (undo: () => void) => void undone.push(undo);
