import { Trans } from '@lingui/react/macro';
import { isLoginAtom, useSession } from '@portal/kit/auth';
import { useLocation } from '@portal/kit/routing';
import { Page } from '@portal/kit/ui';
import { lazy, Suspense } from 'react';
import { OfferSkeleton, UnusableLink } from './offer-states.tsx';

// The card and the code of forms are loaded when there is something to show.
const Offer = lazy(async () => ({ default: (await import('./offer.tsx')).Offer }));
const VisitorInvitation = lazy(async () => ({
  default: (await import('./visitor-invitation.tsx')).VisitorInvitation,
}));

/** As the contract's OfferTokenSchema. */
const FRAGMENT = /^#([\w-]{43})$/;

/** The token stands behind `#`, so that no server and no log gets it with the address. */
export function Component() {
  const isSignedIn = useSession(isLoginAtom);
  const token = FRAGMENT.exec(useLocation().hash)?.[1];
  return (
    <Page width="wide" heading={<Trans>A passport for you</Trans>}>
      {token === undefined ? (
        <UnusableLink />
      ) : (
        <Suspense fallback={<OfferSkeleton />}>
          {/* The key starts anew when another link is opened in this tab. */}
          {isSignedIn ? (
            <Offer key={token} token={token} />
          ) : (
            <VisitorInvitation key={token} token={token} />
          )}
        </Suspense>
      )}
    </Page>
  );
}
