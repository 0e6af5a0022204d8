import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { changePasswordFlow } from '../../../password/password-flow.ts';
import { loadPasswordStart, PasswordStart } from '../../../password/password-start.tsx';

export const loader = loadPasswordStart;

/** First step: a step-up of the member. A member without a password is redirected to setting one. */
export function Component(): ReactElement {
  return (
    <PasswordStart
      heading={<Trans>Change password</Trans>}
      flow={changePasswordFlow}
      hasPassword
      otherwise="/account/password-settings"
    >
      <Trans>First, confirm that it is you.</Trans>
    </PasswordStart>
  );
}
