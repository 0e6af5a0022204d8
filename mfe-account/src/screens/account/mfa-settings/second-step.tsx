import { Trans, useLingui } from '@lingui/react/macro';
import { confirmedPlace, loadUser, userSaved } from '@portal/kit/auth';
import {
  disableMfa,
  enableMfa,
  hasStrongSteps,
  maskPhone,
  type SecondStepChannel,
  SecondStepChannelSchema,
  type SignInMethods,
  type User,
} from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Banner, Inline, LinkButton, StatusChip, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, apiErrorCode } from '@portal/kit/ui/forms';
import {
  CHANNEL_CODE_TYPES,
  CodeChannelChoice,
  StepUpArea,
  useStepUp,
} from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { RemainingSignInMethods } from '../../../sign-in-methods.tsx';
import { isBackFrom, SettingRow } from '../setting-row.tsx';
import { mfaFlow, STEPS, type WhatIsDone } from './flow.ts';

type Props = { readonly member: User; readonly methods: SignInMethods };

/** Another number in the profile is the way out of these. */
const WRONG_NUMBER: readonly string[] = [
  'user.send_code.phone_number_invalid',
  'user.send_code.no_text_messages',
];

export function SecondStep({ member, methods }: Props) {
  const { t } = useLingui();
  const go = useGo();
  const { mfa_enabled: on } = member;
  const present = member.mfa_channel;
  // The choice for which the member left to confirm it.
  const chosen = SecondStepChannelSchema.options.find(
    (one) => one === confirmedPlace('turn_on_second_step'),
  );
  const [channel, setChannel] = useState<SecondStepChannel>(chosen ?? present);
  // Turning a channel on takes a code to it, unless it has been confirmed before.
  const target = channel === 'none' ? undefined : CHANNEL_CODE_TYPES[channel];
  const turningOn = useStepUp('turn_on_second_step', {
    inside: true,
    place: channel,
    target,
    finish: turnOn,
  });
  const turningOff = useStepUp('turn_off_second_step', { inside: true, finish: turnOff });
  const action = turningOff.error ? turningOff : turningOn;

  function done(what: WhatIsDone, user: User): void {
    userSaved(user);
    mfaFlow.send({ type: 'secondStepChanged', what });
    go(STEPS.complete);
  }
  function turnOn(): void {
    const changed = on ? 'channel_changed' : 'on';
    const whatIsOn = channel === 'none' ? 'without_codes' : changed;
    turningOff.clear();
    turningOn.perform(
      enableMfa,
      { body: { channel } },
      (answer) => answer.ok && done(whatIsOn, answer.data.data),
    );
  }
  function turnOff(): void {
    turningOn.clear();
    turningOff.perform(disableMfa, {}, (answer) => {
      if (answer.ok) done('off', answer.data.data);
      else void loadUser();
    });
  }

  return (
    <SettingRow
      id="second-step"
      label={<Trans>Codes at sign-in</Trans>}
      value={
        on ? (
          <StatusChip tone="success">
            <Trans context="two-step verification">On</Trans>
          </StatusChip>
        ) : (
          <StatusChip>
            <Trans context="two-step verification">Off</Trans>
          </StatusChip>
        )
      }
      opened={!on || isBackFrom('turn_on_second_step', 'turn_off_second_step')}
    >
      <StepUpArea action={action}>
        <ApiErrorBanner
          error={action.error}
          action={
            WRONG_NUMBER.includes(apiErrorCode(action.error) ?? '') && (
              <LinkButton to="/account/edit/phone" variant="outline" size="sm">
                <Trans>Check the phone number</Trans>
              </LinkButton>
            )
          }
        />
        <CodeChannelChoice
          value={channel}
          onChange={setChannel}
          email={methods.second_step.email}
          phone={member.phone && (methods.second_step.sms ?? maskPhone(member.phone))}
          none={{
            hint: hasStrongSteps(methods)
              ? t`Safe even if somebody reads your email: a new password then also takes one of these or a recovery code.`
              : t`Needs two of these: passkeys and an authenticator app.`,
            disabled: !hasStrongSteps(methods),
          }}
        />
        <Inline>
          {!on && (
            <ActionButton wide="onPhone" action={action} onClick={turnOn}>
              <Trans>Turn on</Trans>
            </ActionButton>
          )}
          {on && channel !== present && (
            <ActionButton wide="onPhone" action={action} onClick={turnOn}>
              <Trans>Change</Trans>
            </ActionButton>
          )}
          {on && (
            <ActionButton wide="onPhone" variant="outline" action={turningOff} onClick={turnOff}>
              <Trans>Turn off</Trans>
            </ActionButton>
          )}
        </Inline>
        {channel === 'none' && methods.second_step.recovery_codes_left === 0 && (
          <Banner tone="warning">
            <Trans>
              You have no recovery codes. Without them, you cannot get back in if you lose your
              devices, so create some first.
            </Trans>
          </Banner>
        )}
        {on && (
          <>
            <Text size="sm" tone="muted">
              <Trans>Without it, one step is enough to get into your account.</Trans>
            </Text>
            <RemainingSignInMethods without="second_step" methods={methods} />
          </>
        )}
      </StepUpArea>
    </SettingRow>
  );
}
