import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import { maskEmail, type User } from '@portal/kit/contract';
import { type Deferred, deferred, useGo, useLoaderData } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import { WithMember } from '../../../data/with-member.tsx';
import { FirstStep } from '../../../flow/first-step.tsx';
import { changeEmailFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';

export const loader = () => deferred(loadMember());

/** First step: a step-up of the member. */
export function Component(): ReactElement {
  const go = useGo();
  return (
    <FlowPage heading={<Trans>Change email address</Trans>} steps={useStepNames()} current={0}>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {(member) => (
          <FirstStep
            act="change_email"
            onConfirmed={(until) => {
              changeEmailFlow.send({ type: 'changeConfirmed', until });
              go(STEPS.form, { replace: true });
            }}
          >
            <Text>
              <Trans>
                Your current address is {maskEmail(member.email)}. First, confirm that it is you.
              </Trans>
            </Text>
          </FirstStep>
        )}
      </WithMember>
    </FlowPage>
  );
}
