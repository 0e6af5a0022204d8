import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { connect } from '@portal/kit/auth';
import { beginLineLink } from '@portal/kit/contract';
import { Text } from '@portal/kit/ui';
import { ActionButton } from '@portal/kit/ui/forms';
import { useStepUp } from '@portal/kit/ui/step-up';
import { type ReactElement, useEffect, useState } from 'react';
import { connectLineFlow } from './flow.ts';
import { LineCard } from './line-card.tsx';

/** Explains what linking LINE is for, and starts it. */
export function ConnectLine(): ReactElement {
  const [leaving, setLeaving] = useState(false);
  const action = useStepUp('link_line', { finish: leave });

  // Going back from LINE may restore this page from the back-forward cache.
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  function leave(): void {
    action.perform(
      () => call(beginLineLink, {}, { purpose: 'form' }),
      (answer) => {
        if (!answer.ok) return;
        setLeaving(true);
        const state = crypto.randomUUID();
        connectLineFlow.send({ type: 'leftForLine', state });
        connect('line', { state, ticket: answer.data.data.ticket });
      },
    );
  }

  return (
    <LineCard
      action={action}
      button={
        <ActionButton
          wide="onPhone"
          action={{ ...action, busy: action.busy || leaving }}
          onClick={leave}
        >
          <Trans>Continue to LINE</Trans>
        </ActionButton>
      }
    >
      <Text>
        <Trans>
          Once your LINE account is connected, you can sign in with LINE without typing a password.
        </Trans>
      </Text>
      <Text size="sm" tone="muted">
        <Trans>
          On the next page, LINE asks you to agree to share your profile and, if you like, your
          email address. We only keep your LINE user ID, and we never post anything.
        </Trans>
      </Text>
    </LineCard>
  );
}
