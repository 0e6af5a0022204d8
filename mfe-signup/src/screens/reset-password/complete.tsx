import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { FlowPage } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { PasswordIsSet } from '../../flow/mail-link-outcome.tsx';
import { resetFlow, useStepNames } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => resetFlow.openStep(request);

export function Component() {
  const [state] = useState(resetFlow.state);
  const deviceToken = state.kind === 'done' ? state.deviceToken : undefined;
  return (
    <FlowPage
      heading={<Trans>Your password has been set</Trans>}
      steps={useStepNames()}
      current={3}
    >
      <PasswordIsSet email={state.email} deviceToken={deviceToken} />
    </FlowPage>
  );
}
