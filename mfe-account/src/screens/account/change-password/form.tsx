import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { FlowPage } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import { changePasswordFlow } from '../../../password/password-flow.ts';
import { PasswordForm } from '../../../password/password-form.tsx';
import { usePasswordSteps } from '../../../password/step-names.ts';

export const loader = ({ request }: LoaderFunctionArgs) => changePasswordFlow.openStep(request);

export function Component(): ReactElement {
  return (
    <FlowPage heading={<Trans>Choose a new password</Trans>} steps={usePasswordSteps()} current={1}>
      <PasswordForm kind="change" flow={changePasswordFlow} />
    </FlowPage>
  );
}
