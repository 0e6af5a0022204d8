import { queryRows } from '@portal/server-platform/database/database';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { sql } from 'drizzle-orm';

const STRANGERS = 150;
const HOUR_MS = 60 * 60 * 1000;

const server = sharedIdp({ member: MEMBER });

/** The rows of every table. */
async function rows(): Promise<unknown> {
  const tables = await queryRows(
    server.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from "${name}"`);
  return queryRows(server.db, sql.raw(`${counts.join(' union all ')} order by name`));
}

async function openPage(browser = createBrowser(server.issuer)) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization();
  return { portal, browser, started, page: await browser.go(started.url) };
}

// @proves 10.51
it(`${STRANGERS} sign-in pages opened by strangers write no row`, async () => {
  const before = await rows();
  for (let opened = 0; opened < STRANGERS; opened += 1) {
    const { page } = await openPage();
    expect(page.html).toContain('<form');
  }
  expect(await rows()).toEqual(before);
});

// @proves 10.51
it('a page that was opened is good for a sign-in on another replica, for an hour', async () => {
  const { portal, browser, started, page } = await openPage();
  const wrong = await browser.submit(page, { ...MEMBER, password: 'wrong' });
  expect(wrong.response.status).toBe(422);
  const back = await browser.submit(wrong, MEMBER);
  await expect(portal.exchange(back, started)).resolves.toBeDefined();

  const late = await openPage();
  server.clock.advance(HOUR_MS + 1000);
  const gone = await late.browser.submit(late.page, MEMBER);
  expect(gone.response.status).toBe(400);
});

// @proves 10.51
it('is completed once: the page that is opened again says so', async () => {
  const { portal, browser, started, page } = await openPage();
  await portal.exchange(await browser.submit(page, MEMBER), started);
  const again = await browser.go(page.url);
  expect([again.response.status, again.html.includes('<form')]).toEqual([200, false]);
});

// @proves 10.51
it('belongs to its browser, and nobody can change what it asks for', async () => {
  const { browser, page } = await openPage();
  const foreign = createBrowser(server.issuer);
  expect((await foreign.go(page.url)).response.status).toBe(400);
  const [name, cookie] = [...browser.jar].find(([key]) => key.includes('idp_pending')) ?? [];
  expect(cookie?.value).not.toContain('portal');
  const value = `${cookie?.value.slice(0, -2)}xx`;
  browser.jar.set(String(name), { path: String(cookie?.path), value });
  expect((await browser.go(page.url)).response.status).toBe(400);
});
