import { Trans } from '@lingui/react/macro';
import { Banner, Button, Inline, Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { leave } from './leaving.ts';
import { useLeaving } from './use-session.ts';

/** All that a cancelled account sees behind a guard (decisions.md «Sign-in»). */
export function CancelledAccount(): ReactElement {
  const leaving = useLeaving();
  return (
    <Page>
      <PageHeading>
        <Trans>This account has been cancelled</Trans>
      </PageHeading>
      <Banner tone="info">
        <Trans>
          Your account has been cancelled, so the member pages can no longer be used. Thank you for
          having been with us. You are welcome to sign up again at any time.
        </Trans>
      </Banner>
      <Inline>
        <Button variant="outline" busy={leaving} onClick={() => leave()}>
          <Trans>Log out</Trans>
        </Button>
      </Inline>
    </Page>
  );
}
