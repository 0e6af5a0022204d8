import { Trans } from '@lingui/react/macro';
import { isLoginAtom, useSession } from '@portal/shared-auth';
import { OfferTokenSchema } from '@portal/shared-contract';
import { useLocation } from '@portal/shared-routing';
import { Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { Offer } from './offer.tsx';
import { UnusableLink } from './unusable-link.tsx';
import { VisitorInvitation } from './visitor-invitation.tsx';

/**
 * The page of a link that offers a passport. The token stands behind `#`, so that no server and no log
 * gets it with the address; what it offers is asked for only when somebody is signed in (product §14.94).
 */
export function Component(): ReactElement {
  const isSignedIn = useSession(isLoginAtom);
  const token = v.safeParse(OfferTokenSchema, useLocation().hash.slice(1));
  return (
    <Page>
      <PageHeading>
        <Trans>A passport for you</Trans>
      </PageHeading>
      {!token.success ? (
        <UnusableLink />
      ) : isSignedIn ? (
        // The key starts anew when another link is opened in this tab.
        <Offer key={token.output} token={token.output} />
      ) : (
        <VisitorInvitation />
      )}
    </Page>
  );
}
