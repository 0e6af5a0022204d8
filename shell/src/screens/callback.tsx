import { Trans } from '@lingui/react/macro';
import {
  afterSignIn,
  authStore,
  completeSignIn,
  isLoginAtom,
  LINK_PATH,
  loadUser,
  rememberedReturnTo,
  type SignInCompletion,
  stepBefore,
} from '@portal/shared-auth';
import { withDeadline } from '@portal/shared-contract/with-deadline';
import { localeOf } from '@portal/shared-i18n';
import { href, type LoaderFunctionArgs, useLoaderData, useNavigate } from '@portal/shared-routing';
import { useEffect } from 'react';
import type { WelcomeState } from '../page/welcome-state.ts';
import { ProgressMessage } from '../session/progress-message.tsx';

type Arrival = { readonly to: string; readonly state?: WelcomeState };

/** The sign-in return route. The code is exchanged once per visit. */
export function loader({ request }: LoaderFunctionArgs): { arrival: Promise<Arrival> } {
  return { arrival: arrive(new URL(request.url)) };
}

/** Decides where the member goes: to the stored address, or to the welcome page with an error. */
async function arrive({ pathname, search, searchParams }: URL): Promise<Arrival> {
  // The page loads with this screen. What the browser may never answer is not waited for longer than a view.
  const within = <T,>(work: Promise<T>) =>
    withDeadline(work, window.portal.firstViewEnds - performance.now());
  const outcome = await within(completeSignIn(search)).catch(
    (): SignInCompletion => ({ ok: false, error: 'unreachable' }),
  );
  if (outcome.ok) {
    // New terms, an unverified address and missing details each add a step, once.
    const member = await within(loadUser()).catch(() => undefined);
    if (
      member?.ok === false &&
      member.error.kind === 'api' &&
      member.error.code === 'user.link_required'
    ) {
      return { to: stepBefore(LINK_PATH, outcome.returnTo) };
    }
    if (outcome.confirmed) return { to: outcome.returnTo };
    return { to: afterSignIn(outcome.returnTo, member?.ok ? member.data : undefined) };
  }
  // The boot script has put the address into the language of the sign-in, or else of the browser.
  const locale = outcome.locale ?? localeOf(pathname);
  const returnTo = outcome.returnTo ?? rememberedReturnTo()?.returnTo;
  // A page of the provider has expired. Where the member was going asks for another sign-in.
  if (searchParams.get('error') === 'login_required') {
    return { to: returnTo ?? href('/my-page', locale) };
  }
  const isSignedIn = authStore.get(isLoginAtom);
  if (isSignedIn && outcome.unconfirmed && outcome.returnTo) return { to: outcome.returnTo };
  // A signed-in member has opened a return address again (Back, a bookmark, a copied link).
  if (isSignedIn) return { to: href('/my-page', locale) };
  const notice = outcome.error === 'access_denied' ? 'sign-in-cancelled' : 'sign-in-failed';
  return { to: href('/', locale), state: { notice, ...(returnTo && { returnTo }) } };
}

export function Component() {
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
  return (
    <ProgressMessage>
      <Trans>Signing you in</Trans>
    </ProgressMessage>
  );
}

/** A code is exchanged only once, so the loader must not run again. */
export const shouldRevalidate = (): boolean => false;
