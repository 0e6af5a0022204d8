import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { Page, PageHeading } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { PasswordIsSet } from '../../flow/password-is-set.tsx';
import { setPasswordFlow } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => setPasswordFlow.openStep(request);

export function Component(): ReactElement {
  const [state] = useState(setPasswordFlow.state);
  return (
    <Page>
      <PageHeading>
        <Trans>Your password has been set</Trans>
      </PageHeading>
      <PasswordIsSet deviceToken={state.kind === 'done' ? state.deviceToken : undefined} />
    </Page>
  );
}
