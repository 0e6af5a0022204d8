import { afterSignIn, authStore, completeSignIn, isLoginAtom, loadUser } from '@portal/shared-auth';
import type { Locale } from '@portal/shared-contract';
import { detectLocale } from '@portal/shared-i18n';
import { href, type LoaderFunctionArgs, useLoaderData, useNavigate } from '@portal/shared-routing';
import { type ReactElement, useEffect } from 'react';
import { ProgressMessage } from '../session/progress-message.tsx';
import type { WelcomeState } from './welcome-state.ts';

/**
 * The identity provider knows only one redirect URI, the Japanese one, so the page has the Japanese
 * catalog. This text is therefore kept here in both languages.
 */
const SIGNING_IN: Readonly<Record<Locale, string>> = {
  ja: 'ログインしています',
  en: 'Signing you in',
};

type Arrival = { readonly to: string; readonly state?: WelcomeState };

/** The sign-in return route (product §2). The code is exchanged once per visit. */
export function loader({ request }: LoaderFunctionArgs): { arrival: Promise<Arrival> } {
  return { arrival: arrive(new URL(request.url).search) };
}

/** Decides where the member goes: to the stored address, or to the welcome page with an error. */
async function arrive(search: string): Promise<Arrival> {
  const outcome = await completeSignIn(search);
  if (outcome.ok) {
    // New terms, an unverified address and missing details each add a step, once.
    const member = await loadUser();
    return { to: afterSignIn(outcome.returnTo, member.ok ? member.data : undefined) };
  }
  const locale = outcome.locale ?? memberLocale();
  // A signed-in member has opened a return address again (Back, a bookmark, a copied link).
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
    // Replace the return address in the history, so that Back does not open it again.
    arrival.then(({ to, state }) => here && navigate(to, { replace: true, state }));
    return () => {
      here = false;
    };
  }, [arrival, navigate]);
  const locale = memberLocale();
  return (
    <div lang={locale}>
      <ProgressMessage>{SIGNING_IN[locale]}</ProgressMessage>
    </div>
  );
}

/** A code is exchanged only once, so the loader must not run again. */
export const shouldRevalidate = (): boolean => false;
