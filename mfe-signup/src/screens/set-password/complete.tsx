import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { Page } from '@portal/kit/ui';
import { useState } from 'react';
import { PasswordIsSet } from '../../flow/mail-link-outcome.tsx';
import { setPasswordFlow } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => setPasswordFlow.openStep(request);

export function Component() {
  const [state] = useState(setPasswordFlow.state);
  return (
    <Page heading={<Trans>Your password has been set</Trans>}>
      <PasswordIsSet deviceToken={state.kind === 'done' ? state.deviceToken : undefined} />
    </Page>
  );
}
