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
import { changePasswordFlow, STEPS } from './flow.ts';

export const loader = () => deferred(loadMember());

/** First step: a code. A member without a password is redirected to setting one. */
export function Component(): ReactElement {
  const go = useGo();
  return (
    <FlowPage heading={<Trans>Change password</Trans>} steps={usePasswordSteps()} current={0}>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ password_set }) =>
          password_set ? (
            <FirstStep
              type="mfa_change_password"
              confirmed={stillConfirmed(changePasswordFlow.state(), Date.now())}
              next={STEPS.form}
              onConfirmed={(until) => {
                changePasswordFlow.send({ type: 'codeAccepted', until });
                go(STEPS.form);
              }}
            >
              <Text>
                <Trans>
                  To begin with, we send you a six-digit code to make sure that it is you.
                </Trans>
              </Text>
            </FirstStep>
          ) : (
            <Navigate replace to={href('/account/password-settings')} />
          )
        }
      </WithMember>
    </FlowPage>
  );
}
