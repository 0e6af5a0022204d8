import { findMemberById } from '@portal/server-members/members';
import { createBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const OLD_TERMS = '2025-04-01';

let server: TestIdp;
let portal: Awaited<ReturnType<typeof createPortal>>;
beforeEach(async () => {
  server = await startTestIdp();
  portal = await createPortal(server, createBrowser(server.issuer, { language: 'en' }));
});
afterEach(() => server.close());

/** Signs in by password as a member who accepted only this version; ends on the next page. */
async function signIn(termsAcceptedVersion: string | null) {
  const { id } = await server.createMember({ ...MEMBER, termsAcceptedVersion });
  return { id, ...(await enterPassword()) };
}

async function enterPassword() {
  const started = await portal.authorization({ ui_locale: 'en' });
  const page = await portal.browser.go(started.url);
  return { started, page: await portal.browser.submit(page, MEMBER) };
}

/** The page's form for an answer. */
const formFor = (page: Visit, answer: 'accept' | 'decline'): Visit => {
  const forms = [...page.html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
  const html = forms.find((form) => form.includes(`value="${answer}"`)) ?? '';
  return { ...page, html };
};
const acceptedBy = async (memberId: string) =>
  (await findMemberById(server.context, memberId))?.termsAcceptedVersion;
const asksForTerms = ({ html }: Visit) => html.includes('I do not agree');

// @proves 12.46
test('no code is issued before the terms in force are accepted', async () => {
  const { id, started, page } = await signIn(OLD_TERMS);
  expect(page.html).toContain('<h1>The terms of service have changed</h1>');
  expect(page.html).toMatch(/<li>Article \d+/);

  const again = await portal.authorization({ ui_locale: 'en' });
  expect(asksForTerms(await portal.browser.go(again.url))).toBe(true);

  const back = await portal.browser.submit(formFor(page, 'accept'), {});
  const { claims } = await portal.exchange(back, started);
  expect(claims.sub).toBe(id);
  expect(await acceptedBy(id)).toBe('2026-11-01');
});

// @proves 12.46
test('declining ends the session, keeps the account, and asks again next time', async () => {
  const { id, page } = await signIn(OLD_TERMS);
  const { url } = await portal.browser.submit(formFor(page, 'decline'), {});
  expect(url.href).toBe('http://localhost:4300/en');
  expect(await acceptedBy(id)).toBe(OLD_TERMS);
  const { back } = await portal.silentCheck();
  expect(back.url.searchParams.get('error')).toBe('login_required');
  expect(asksForTerms((await enterPassword()).page)).toBe(true);
});

test('an answer that another site sends is not taken', async () => {
  const { id, page } = await signIn(OLD_TERMS);
  const answer = await portal.browser.submit(
    formFor(page, 'accept'),
    {},
    {
      origin: 'https://elsewhere.example',
    },
  );
  expect(answer.response.status).toBe(403);
  expect(asksForTerms(answer)).toBe(true);
  expect(await acceptedBy(id)).toBe(OLD_TERMS);
});
