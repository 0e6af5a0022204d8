import { connectionTickets } from '@portal/server-accounts/schema/codes';
import {
  CONNECTION_TICKET_MS,
  spendConnectionTicket,
} from '@portal/server-accounts/sign-up/sign-up';
import { purgeEnded } from '@portal/server-main/housekeeping';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal } from '@portal/server-testing/idp/portal';
import { eq } from 'drizzle-orm';
import { LINE_PEOPLE } from './sandbox/page.ts';

const [HANAKO] = LINE_PEOPLE.map(({ subject }) => subject) as [string];
const STATE = 'of-this-browser_1.~';
const FRAME = 'http://localhost:4310';

const server = freshIdp({ line: true, config: { extraPortalOrigins: [FRAME] } });
let browser: TestBrowser;
beforeEach(async () => {
  browser = createBrowser(server.issuer, { alsoAt: [server.line] });
});

/** Presses the portal's “sign up with LINE” and stops at LINE's page. */
async function askForLine(extra: Record<string, string> = {}) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization({ connection: 'line', signup_state: STATE, ...extra });
  return { portal, started, page: await browser.go(started.url) };
}
const decide = (page: Visit, person: string) => browser.submit(page, { person, decision: 'allow' });
const handedOver = ({ url }: Visit) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

it('makes no ticket for an unknown person who only wanted to sign in', async () => {
  for (const extra of [{ signup_state: '' }, { signup_state: 'a b' }, { connection: 'other' }]) {
    browser = createBrowser(server.issuer, { alsoAt: [server.line] });
    const { page } = await askForLine(extra);
    const atLine =
      page.url.origin === server.line
        ? page
        : await browser.go(/class="button line" href="([^"]*)"/.exec(page.html)?.[1] ?? '');
    const back = await decide(atLine, HANAKO);
    expect(back.html).toContain('このLINEアカウントはまだ連携されていません');
    expect(back.html).toContain(`href="${PORTAL}/signup"`);
  }
  expect(await server.db.select().from(connectionTickets)).toEqual([]);
});

it('stores no ticket, only its hash, and forgets it after 30 minutes', async () => {
  const { page } = await askForLine();
  const { connection_ticket: ticket = '' } = handedOver(await decide(page, HANAKO));
  const stored = await server.db.select().from(connectionTickets);
  expect(JSON.stringify(stored)).not.toContain(ticket);
  server.clock.advance(CONNECTION_TICKET_MS);
  await expect(spendConnectionTicket(server.context, ticket)).resolves.toBeUndefined();
  await purgeEnded(server.context);
  expect(
    await server.db.select().from(connectionTickets).where(eq(connectionTickets.subject, HANAKO)),
  ).toEqual([]);
});
