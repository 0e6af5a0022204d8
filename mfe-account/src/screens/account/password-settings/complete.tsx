import { Trans } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/kit/routing';
import { LinkButton } from '@portal/kit/ui';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { passwordSettingsFlow, usePasswordSteps } from '../../../password/password-flow.ts';
import { connectLineFlow } from '../connect-line/flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  passwordSettingsFlow.openStep(request) ?? connectLineFlow.state().kind === 'needsPassword';

/** Last step. A member who came here in order to disconnect LINE gets a link back to finish that. */
export function Component() {
  const unlinkWaits = useLoaderData<boolean>();
  return (
    <FlowComplete
      heading={<Trans>Your password has been set</Trans>}
      steps={usePasswordSteps()}
      next={
        unlinkWaits && (
          <LinkButton wide="onPhone" to="/account/connect-line">
            <Trans>Continue to disconnect LINE</Trans>
          </LinkButton>
        )
      }
    >
      {unlinkWaits ? (
        <Trans>
          You can now sign in with your email address and password, so LINE can be disconnected.
        </Trans>
      ) : (
        <Trans>From now on, you can also sign in with your email address and this password.</Trans>
      )}
    </FlowComplete>
  );
}
