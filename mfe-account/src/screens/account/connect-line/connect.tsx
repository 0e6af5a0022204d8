import { Trans } from '@lingui/react/macro';
import { connect } from '@portal/shared-auth';
import { Button, Card, Inline, Stack, Text } from '@portal/shared-ui';
import { ApiErrorBanner } from '@portal/shared-ui/forms';
import { type ReactElement, useEffect, useState } from 'react';
import { connectLineFlow } from './flow.ts';

/** Explains what linking LINE is for, and starts it. */
export function ConnectLine(): ReactElement {
  const [leaving, setLeaving] = useState<'leaving' | 'offline'>();

  // Going back from LINE may restore this page from the back-forward cache.
  useEffect(() => {
    const stay = () => setLeaving(undefined);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  function leave(): void {
    // Offline, the browser would replace this page with its own error page.
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
        <ApiErrorBanner error={leaving === 'offline' ? { kind: 'offline' } : null} />
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
