import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import type { Act } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { Button } from '../button.tsx';

const ACT: Act = 'confirm_browser';
/** An error of the API or of the client. */
type Problem = { readonly kind: string; readonly code?: string };

/**
 * Whether a password alone has signed in here, so that the member has to show once who they are.
 */
export const needsConfirmation = ({ code }: Problem): boolean =>
  code === 'auth.browser_unconfirmed';

/** Leads to the identity provider, where the member does that, and comes back to the page that is shown. */
export function ConfirmBrowser(): ReactElement {
  const { pathname, search } = window.location;
  return (
    <Button
      size="sm"
      variant="outline"
      onClick={() => void signIn({ extras: { act: ACT }, returnTo: pathname + search })}
    >
      <Trans>Confirm that it is you</Trans>
    </Button>
  );
}
