import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { subscribePush, unsubscribePush } from '@portal/kit/contract';
import { Stack, Text, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { InstallSteps, useInstallWay } from '@portal/kit/ui/install';
import type { ReactElement } from 'react';
import { type PushState, readPushState, subscribeToPush, unsubscribeFromPush } from './push.ts';

type Props = {
  readonly state: PushState;
  readonly pushKey: string;
  readonly onChange: (state: PushState) => void;
};

/** Turns the reminders on and off in this browser. Only a press asks for the permission. */
export function PushReminders({ state, pushKey, onChange }: Props): ReactElement {
  const { t } = useLingui();
  const action = useAction();

  async function turnOn(): Promise<void> {
    const subscription = await subscribeToPush(pushKey);
    if (!subscription) return onChange(await readPushState());
    const body = { ...subscription, push_key: pushKey };
    const answer = await action.run(() => call(subscribePush, { body }, { purpose: 'form' }));
    if (answer?.ok) {
      onChange('on');
      toast(t`This device will show the reminders.`);
    } else {
      await unsubscribeFromPush();
      onChange('off');
    }
  }
  async function turnOff(): Promise<void> {
    const answer = await action.run(() => call(unsubscribePush, {}, { purpose: 'form' }));
    if (!answer?.ok) return;
    await unsubscribeFromPush();
    onChange('off');
    toast(t`This device will not show the reminders any more.`);
  }

  if (state === 'unsupported') return <InTheAppAlone />;
  return (
    <Stack gap="sm">
      <ApiErrorBanner error={action.error} />
      <div aria-live="polite">
        <Text>
          {state === 'on' && <Trans>This device shows the reminders.</Trans>}
          {state === 'off' && (
            <Trans>
              This device can show the reminders too. Your browser then asks you whether you allow
              it. The reminders say nothing about you or your passport.
            </Trans>
          )}
          {state === 'blocked' && (
            <Trans>
              Your browser blocks notifications from this site. To see the reminders on this device,
              allow them in the settings of the browser and open this page again.
            </Trans>
          )}
        </Text>
      </div>
      {state !== 'blocked' && (
        <div>
          <ActionButton
            wide="onPhone"
            variant="outline"
            action={action}
            onClick={() => void (state === 'on' ? turnOff() : turnOn())}
          >
            {state === 'on' ? (
              <Trans>Stop the reminders on this device</Trans>
            ) : (
              <Trans>Show the reminders on this device</Trans>
            )}
          </ActionButton>
        </div>
      )}
    </Stack>
  );
}

/** Safari on an iPhone or iPad shows push messages of installed apps alone. */
function InTheAppAlone(): ReactElement | null {
  if (useInstallWay()?.by !== 'share') return null;
  return (
    <Stack gap="sm">
      <Text>
        <Trans>
          An iPhone or iPad shows the reminders once the portal is on the home screen. Open it from
          there, then turn them on here.
        </Trans>
      </Text>
      <InstallSteps />
    </Stack>
  );
}
