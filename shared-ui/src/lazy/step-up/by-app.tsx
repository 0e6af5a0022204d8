import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import type { ReactElement, ReactNode } from 'react';
import { Text } from '../../layout.tsx';
import { AppCodeForm } from './app-code-form.tsx';

type Props<T> = {
  readonly check: (code: string) => Promise<Result<T>>;
  readonly onProven: (stepUp: T) => void;
  readonly children?: ReactNode;
};

/** Asks for a code of the authenticator app as a step-up. */
export function ByApp<T>({ check, onProven, children }: Props<T>): ReactElement {
  return (
    <AppCodeForm check={check} onRight={onProven}>
      {children}
      <Text>
        <Trans>Enter the code that your authenticator app shows now.</Trans>
      </Text>
    </AppCodeForm>
  );
}
