import { Trans } from '@lingui/react/macro';
import { Banner, Button, Inline, Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { signOut } from './sign-out.ts';
import { useSigningOut } from './use-session.ts';

/** What the member of a closed account sees in place of every guarded screen (product §12.36). */
export function ClosedAccount(): ReactElement {
  const signingOut = useSigningOut();
  return (
    <Page>
      <PageHeading namesPage>
        <Trans>This account has been cancelled</Trans>
      </PageHeading>
      <Banner tone="info">
        <Trans>
          Your account has been cancelled, so the member pages can no longer be used. Thank you for
          having been with us. You are welcome to sign up again at any time.
        </Trans>
      </Banner>
      <Inline>
        <Button variant="outline" busy={signingOut} onClick={() => signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      </Inline>
    </Page>
  );
}
