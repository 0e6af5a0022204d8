import { findMemberById } from '@portal/server-members/members';
import { createBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const OLD_TERMS = '2025-04-01';

const server = freshIdp();
let portal: Awaited<ReturnType<typeof createPortal>>;
beforeEach(async () => {
  portal = await createPortal(server, createBrowser(server.issuer, { language: 'en' }));
});

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
