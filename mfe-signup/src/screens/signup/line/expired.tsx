import { Trans } from '@lingui/react/macro';
import { signUpWithLine } from '@portal/kit/auth';
import { Banner, Button, Inline, LinkButton, Stack } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';

export const StartAgain = (): ReactElement => <Trans>Start again with LINE</Trans>;

/**
 * Says that the ticket has expired or was used: it is good once, for 30 minutes.
 */
export function TicketExpired(): ReactElement {
  const [busy, setBusy] = useState(false);
  return (
    <Stack gap="lg">
      <Banner tone="warning">
        <Trans>Too much time has passed since you came from LINE. Start again.</Trans>
      </Banner>
      <Inline>
        <Button
          wide="onPhone"
          busy={busy}
          onClick={() => {
            setBusy(true);
            void signUpWithLine();
          }}
        >
          <Trans>Sign up with LINE</Trans>
        </Button>
        <LinkButton wide="onPhone" to="/signup" variant="outline">
          <Trans>Choose another way</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}
