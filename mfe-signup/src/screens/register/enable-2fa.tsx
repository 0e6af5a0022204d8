import { Trans, useLingui } from '@lingui/react/macro';
import { confirmedPlace, userSaved } from '@portal/kit/auth';
import { type CodeChannel, enableMfa, maskEmail, maskPhone, type User } from '@portal/kit/contract';
import { successText } from '@portal/kit/i18n';
import { Button, Card, Inline, Page, Stack, Text, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import {
  CHANNEL_CODE_TYPES,
  CodeChannelChoice,
  StepUpArea,
  useStepUp,
} from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { loadStep, MemberStep, useLeaveRegister } from './steps.tsx';

export const loader = loadStep;

export function Component() {
  return (
    <Page heading={<Trans>Two-step verification</Trans>}>
      <MemberStep>{(member) => <TurnOn member={member} />}</MemberStep>
    </Page>
  );
}

function TurnOn({ member }: { readonly member: User }) {
  const { i18n } = useLingui();
  const leave = useLeaveRegister();
  // The choice for which the member left to confirm it.
  const [channel, setChannel] = useState<CodeChannel>(() =>
    confirmedPlace('turn_on_second_step') === 'sms' ? 'sms' : 'email',
  );
  // A channel that is not confirmed yet takes a code to it.
  const target = CHANNEL_CODE_TYPES[channel];
  const action = useStepUp('turn_on_second_step', {
    target,
    inside: true,
    place: channel,
    finish: turnOn,
  });

  function turnOn(): void {
    action.perform(enableMfa, { body: { channel } }, (answer) => {
      if (!answer.ok) return;
      userSaved(answer.data.data);
      toast(i18n._(successText('enable_mfa')));
      leave();
    });
  }

  return (
    <Stack gap="md">
      <Card>
        <StepUpArea action={action}>
          <ApiErrorBanner error={action.error} />
          <CodeChannelChoice
            value={channel}
            onChange={(chosen) => chosen !== 'none' && setChannel(chosen)}
            email={maskEmail(member.email)}
            phone={member.phone && maskPhone(member.phone)}
          />
          <Inline>
            <ActionButton wide="onPhone" action={action} onClick={turnOn}>
              <Trans>Turn on</Trans>
            </ActionButton>
          </Inline>
        </StepUpArea>
      </Card>
      <Inline>
        <Text size="sm" tone="muted">
          <Trans>You can also do this later, in your account.</Trans>
        </Text>
        <Button variant="outline" wide="onPhone" onClick={leave}>
          <Trans>Not now</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
