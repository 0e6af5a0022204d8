import { Trans } from '@lingui/react/macro';
import { connect } from '@portal/shared-auth';
import { Button, Card, Inline, Stack, Text } from '@portal/shared-ui';
import { Problem } from '@portal/shared-ui/forms';
import { type ReactElement, useEffect, useState } from 'react';
import { connectLineFlow } from './flow.ts';

/** The way to LINE, and what it is good for. */
export function ConnectLine(): ReactElement {
  const [leaving, setLeaving] = useState<'leaving' | 'offline'>();

  // Back from LINE may bring this very page out of the browser's cache.
  useEffect(() => {
    const stay = () => setLeaving(undefined);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  function leave(): void {
    // Without a connection the browser would show its own page in place of this one.
    if (!navigator.onLine) {
      setLeaving('offline');
      return;
    }
    setLeaving('leaving');
    const state = crypto.randomUUID();
    connectLineFlow.send({ type: 'leftForLine', state });
    connect('line', { state });
  }

  return (
    <Card>
      <Stack gap="md">
        <Problem error={leaving === 'offline' ? { kind: 'offline' } : null} />
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
          <Button busy={leaving === 'leaving'} onClick={leave}>
            <Trans>Continue to LINE</Trans>
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}
