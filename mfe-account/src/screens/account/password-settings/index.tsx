import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { passwordSettingsFlow } from '../../../password/password-flow.ts';
import { loadPasswordStart, PasswordStart } from '../../../password/password-start.tsx';

export const loader = loadPasswordStart;

/** First step for a member who signs in without a password: a step-up. */
export function Component(): ReactElement {
  return (
    <PasswordStart
      heading={<Trans>Set a password</Trans>}
      flow={passwordSettingsFlow}
      hasPassword={false}
      otherwise="/account/change-password"
    >
      <Trans>
        With a password, you can also sign in with your email address. First, confirm that it is
        you.
      </Trans>
    </PasswordStart>
  );
}
