import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import type { User } from '@portal/shared-contract';
import { href, Navigate, type Soon, soon, useGo, useLoaderData } from '@portal/shared-routing';
import { Text } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { theMember } from '../../../data/member.ts';
import { WithMember } from '../../../data/with-member.tsx';
import { stillConfirmed } from '../../../flow/confirmed-flow.ts';
import { FirstStep } from '../../../flow/first-step.tsx';
import { usePasswordSteps } from '../../../password/step-names.ts';
import { changePasswordFlow, STEPS } from './flow.ts';

export const loader = () => soon(theMember());

/** First step: a code. Who has no password yet sets one instead. */
export function Component(): ReactElement {
  const go = useGo();
  return (
    <FlowPage heading={<Trans>Change password</Trans>} steps={usePasswordSteps()} current={0}>
      <WithMember member={useLoaderData<Soon<Result<User>>>()}>
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
