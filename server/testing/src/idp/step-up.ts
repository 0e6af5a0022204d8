import { makeBrowserKey } from '../browser-key.ts';
import { createBrowser, type Visit } from './browser.ts';
import { PORTAL } from './idp.ts';
import { createPortal, MEMBER } from './portal.ts';

/** A browser whose session is bound to its key, as the portal binds it at the sign-in. */
export type KeyedBrowser = Awaited<ReturnType<typeof signInWithKey>>;

/** Signs a member in with a password, in a new browser or a given one. @param now the time of the server */
export async function signInWithKey(
  { issuer }: { readonly issuer: string },
  now: Date,
  { browser = createBrowser(issuer), member = MEMBER } = {},
) {
  const portal = await createPortal({ issuer }, browser);
  const key = makeBrowserKey();
  const started = await portal.authorization({ prompt: 'login' });
  const typed = await browser.submit(await browser.go(started.url), member);
  // Where another member is signed in, a page that submits itself ends that session first.
  const back = typed.html ? await browser.submit(typed, {}) : typed;
  const dpop_proof = key.prove({ method: 'POST', url: `${issuer}/oauth/token`, now });
  const { tokens } = await portal.exchange(back, started, { dpop_proof });
  return { browser, portal, key, tokens };
}

/** Goes to the provider for a step-up of an act, as the portal does. */
export async function askForStepUp(
  { browser, portal }: Pick<KeyedBrowser, 'browser' | 'portal'>,
  act: string,
  {
    extra = {},
    referer = `${PORTAL}/my-page`,
  }: { extra?: Record<string, string>; referer?: string } = {},
) {
  const started = await portal.authorization({ prompt: 'login', max_age: '0', act, ...extra });
  const page = await browser.go(started.url, { headers: { referer } });
  return { started, page };
}

/** Whether the provider has led back to the portal without an error. */
export const isBack = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
