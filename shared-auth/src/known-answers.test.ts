import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { answerKey, call, rememberedAnswer } from '@portal/shared-api';
import { listNotifications } from '@portal/shared-contract';
import { waitFor } from '@testing-library/react';
import { isLoginAtom } from './atoms.ts';
import { MEMBER, openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
beforeAll(async () => {
  server = await startTestIdp();
  await server.createMember(MEMBER);
});
afterAll(() => server.close());
beforeEach(() => {
  portal = openPortalBrowser(server);
});
afterEach(() => portal.close());

const FIRST_PAGE = { query: { page: 1, limit: 10 } };
const known = () => rememberedAnswer(answerKey('/notifications?page=1&limit=10', 'ja'));
const ask = () => call(listNotifications, FIRST_PAGE, { purpose: 'navigation' });

/** A tab that has shown the member's notifications. */
async function tabWithAnswer(): Promise<PortalTab> {
  const tab = portal.open();
  await tab.session.signIn();
  await tab.session.completeSignIn(await portal.passSignInPage(tab));
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook
  portal.useApi(tab);
  expect(await ask()).toMatchObject({ ok: true });
  expect(known()).toMatchObject({ ok: true });
  return tab;
}

// @proves 2.86
test('a sign-out in another tab forgets what the API has answered', async () => {
  const tab = await tabWithAnswer();
  const other = portal.open();
  await other.session.ready;
  await other.session.signOut();
  await waitFor(() => expect(tab.store.get(isLoginAtom)).toBe(false));
  expect(known()).toBeUndefined();
});

// @proves 2.86
test('an answer that comes after the sign-out is not kept', async () => {
  const tab = await tabWithAnswer();
  const signedOut = Promise.withResolvers<void>();
  portal.useApi(tab, signedOut.promise);
  const late = ask();
  await tab.session.signOut();
  signedOut.resolve();
  await late;
  expect(known()).toBeUndefined();
});
