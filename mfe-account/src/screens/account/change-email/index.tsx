import { Trans } from '@lingui/react/macro';
import { maskEmail } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Card, Text } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { Prove } from '@portal/kit/ui/step-up';
import { loadMemberLater, WithMember } from '../../../data/with-member.tsx';
import { changeEmailFlow, STEPS, useStepNames } from './flow.ts';

export const loader = loadMemberLater;

export function Component() {
  const go = useGo();
  return (
    <FlowPage heading={<Trans>Change email address</Trans>} steps={useStepNames()} current={0}>
      <WithMember>
        {(member) => (
          <Card>
            <Prove
              act="change_email"
              onProven={(until) => {
                changeEmailFlow.send({ type: 'changeConfirmed', until });
                go(STEPS.form, { replace: true });
              }}
            >
              <Text>
                <Trans>
                  Your current address is {maskEmail(member.email)}. First, confirm that it is you.
                </Trans>
              </Text>
            </Prove>
          </Card>
        )}
      </WithMember>
    </FlowPage>
  );
}
