import { Trans } from '@lingui/react/macro';
import type { SecondStep } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { Button } from '../../button.tsx';
import { Inline } from '../../layout.tsx';

type Props<Method extends SecondStep> = {
  readonly methods: readonly Method[];
  readonly choose: (method: Method) => void;
};

/** Offers the other methods by which the member can show who they are. */
export function OtherMethods<Method extends SecondStep>({
  methods,
  choose,
}: Props<Method>): ReactElement | null {
  if (methods.length === 0) return null;
  return (
    <Inline>
      {methods.map((method) => (
        <Button key={method} size="sm" variant="link" onClick={() => choose(method)}>
          {method === 'passkey' && <Trans>Use a passkey instead</Trans>}
          {method === 'totp' && <Trans>Use the authenticator app instead</Trans>}
          {method === 'recovery_code' && <Trans>Use a recovery code instead</Trans>}
          {method === 'sms' && <Trans>Get a code by text message (SMS) instead</Trans>}
          {method === 'email' && <Trans>Get a code by email instead</Trans>}
        </Button>
      ))}
    </Inline>
  );
}
