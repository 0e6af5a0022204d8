import { Trans } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/kit/routing';
import { FlowComplete } from '../../../flow/flow-complete.tsx';
import { mfaFlow, type State } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  mfaFlow.openStep(request) ?? mfaFlow.state();

export function Component() {
  const state = useLoaderData<State>();
  const off = state.kind === 'done' && state.what === 'off';
  if (state.kind === 'done' && state.what === 'without_codes') return <WithoutCodes />;
  return (
    <FlowComplete
      heading={
        off ? (
          <Trans>Two-step verification is off</Trans>
        ) : (
          <Trans>Two-step verification is on</Trans>
        )
      }
    >
      {off ? (
        <Trans>
          From now on, we no longer ask for a code when you sign in. You can turn it on again at any
          time.
        </Trans>
      ) : (
        <Trans>
          From your next sign-in, we will also send you a code. Recovery codes help when it cannot
          reach you.
        </Trans>
      )}
    </FlowComplete>
  );
}

function WithoutCodes() {
  return (
    <FlowComplete heading={<Trans>Codes are no longer sent</Trans>}>
      <Trans>
        From now on, you confirm a sign-in or a new password with a passkey, the authenticator app
        or a recovery code.
      </Trans>
    </FlowComplete>
  );
}
