import { Trans } from '@lingui/react/macro';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { changePasswordFlow, usePasswordSteps } from '../../../password/password-flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => changePasswordFlow.openStep(request);

export function Component() {
  return (
    <FlowComplete
      heading={<Trans>Your password has been changed</Trans>}
      steps={usePasswordSteps()}
    >
      <Trans>
        From now on, you sign in with your new password. Your other devices have been signed out.
      </Trans>
    </FlowComplete>
  );
}
