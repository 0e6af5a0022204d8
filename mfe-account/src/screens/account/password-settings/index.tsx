import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadMember } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import {
  type Deferred,
  deferred,
  href,
  Navigate,
  useGo,
  useLoaderData,
} from '@portal/shared-routing';
import { Text } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { WithMember } from '../../../data/with-member.tsx';
import { stillConfirmed } from '../../../flow/confirmed-flow.ts';
import { FirstStep } from '../../../flow/first-step.tsx';
import { usePasswordSteps } from '../../../password/step-names.ts';
import { passwordSettingsFlow, STEPS } from './flow.ts';

export const loader = () => deferred(loadMember());

/** First step for a member who signs in with LINE or a passkey only: a code. */
export function Component(): ReactElement {
  const go = useGo();
  return (
    <FlowPage heading={<Trans>Set a password</Trans>} steps={usePasswordSteps()} current={0}>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ password_set }) =>
          password_set ? (
            <Navigate replace to={href('/account/change-password')} />
          ) : (
            <FirstStep
              type="mfa_setting_password"
              confirmed={stillConfirmed(passwordSettingsFlow.state(), Date.now())}
              next={STEPS.change}
              onConfirmed={(until) => {
                passwordSettingsFlow.send({ type: 'codeAccepted', until });
                go(STEPS.change);
              }}
            >
              <Text>
                <Trans>
                  With a password you can also sign in by your e-mail address. To begin with, we
                  send you a six-digit code to make sure that it is you.
                </Trans>
              </Text>
            </FirstStep>
          )
        }
      </WithMember>
    </FlowPage>
  );
}
