import { Trans } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/kit/routing';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { changeEmailFlow, useStepNames } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  changeEmailFlow.openStep(request) ?? changeEmailFlow.state().email;

export function Component() {
  const email = useLoaderData<string>();
  return (
    <FlowComplete heading={<Trans>Your address has been changed</Trans>} steps={useStepNames()}>
      <Trans>
        From now on, you sign in with {email}, and we send our emails there. We have let your
        previous address know.
      </Trans>
    </FlowComplete>
  );
}
