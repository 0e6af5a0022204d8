import { Trans } from '@lingui/react/macro';
import { connect } from '@portal/shared-auth';
import { Button, Card, Inline, Stack, Text } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';
import { connectLineFlow } from './flow.ts';

/** The way to LINE, and what it is good for. */
export function ConnectLine(): ReactElement {
  const [leaving, setLeaving] = useState(false);

  function leave(): void {
    setLeaving(true);
    const state = crypto.randomUUID();
    connectLineFlow.send({ type: 'leftForLine', state });
    connect('line', { state });
  }

  return (
    <Card>
      <Stack gap="md">
        <Text>
          <Trans>
            When your LINE account is connected, you can sign in with LINE and need not type a
            password.
          </Trans>
        </Text>
        <Text size="sm" tone="muted">
          <Trans>
            On the next page LINE asks for your consent. We receive your LINE user ID only, and post
            nothing.
          </Trans>
        </Text>
        <Inline>
          <Button busy={leaving} onClick={leave}>
            <Trans>Continue to LINE</Trans>
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}
