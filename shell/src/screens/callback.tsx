import { afterSignIn, authStore, completeSignIn, isLoginAtom, loadUser } from '@portal/shared-auth';
import type { Locale } from '@portal/shared-contract';
import { detectLocale } from '@portal/shared-i18n';
import { href, type LoaderFunctionArgs, useLoaderData, useNavigate } from '@portal/shared-routing';
import { type ReactElement, useEffect } from 'react';
import { Passing } from '../session/passing-words.tsx';
import type { WelcomeState } from './welcome-state.ts';

/**
 * The identity provider knows one return address, the Japanese one. Its one line is therefore said
 * in the member's language from here, and not from the page's catalog.
 */
const SIGNING_IN: Readonly<Record<Locale, string>> = {
  ja: 'ログインしています',
  en: 'Signing you in',
};

type Arrival = { readonly to: string; readonly state?: WelcomeState };

/** Spec §2: the sign-in return route. The code is exchanged once for each visit of the address. */
export function loader({ request }: LoaderFunctionArgs): { arrival: Promise<Arrival> } {
  return { arrival: arrive(new URL(request.url).search) };
}

/** Says where the member goes: to the stored address, or to the welcome page with what happened. */
async function arrive(search: string): Promise<Arrival> {
  const outcome = await completeSignIn(search);
  if (outcome.ok) {
    // New terms, an unverified address, missing details: each comes between once.
    const member = await loadUser();
    return { to: afterSignIn(outcome.redirectTo, member.ok ? member.data : undefined) };
  }
  const locale = outcome.locale ?? memberLocale();
  // A return address opened again (Back, a bookmark, a copied link) by who is signed in already.
  if (authStore.get(isLoginAtom)) return { to: href('/my-page', locale) };
  const notice = outcome.error === 'access_denied' ? 'sign-in-cancelled' : 'sign-in-failed';
  const { returnTo } = outcome;
  return { to: href('/', locale), state: { notice, ...(returnTo && { returnTo }) } };
}

function memberLocale(): Locale {
  return detectLocale({ cookie: document.cookie, languages: navigator.languages });
}

export function Component(): ReactElement {
  const { arrival } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  useEffect(() => {
    let here = true;
    // The return address leaves the history: Back does not sign in a second time.
    arrival.then(({ to, state }) => here && navigate(to, { replace: true, state }));
    return () => {
      here = false;
    };
  }, [arrival, navigate]);
  const locale = memberLocale();
  return (
    <div lang={locale}>
      <Passing>{SIGNING_IN[locale]}</Passing>
    </div>
  );
}

/** Asking once is enough: the answer to a code does not change. */
export const shouldRevalidate = (): boolean => false;
