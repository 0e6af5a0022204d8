import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import {
  changeReminders,
  type Reminders,
  subscribePush,
  unsubscribePush,
} from '@portal/kit/contract';
import { successText } from '@portal/kit/i18n';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import { LoadProblem, Stack, Text, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, Checkbox, useAction } from '@portal/kit/ui/forms';
import { InstallSteps, useInstallWay } from '@portal/kit/ui/install';
import { useState } from 'react';
import { SettingRow } from '../setting-row.tsx';
import type { LoadedReminders } from './data.ts';
import { type PushState, readPushState, subscribeToPush, unsubscribeFromPush } from './push.ts';

export function RemindersRow({ reminders }: { readonly reminders: Deferred<LoadedReminders> }) {
  const loaded = useDeferred(reminders);
  if (loaded.ok) return <Row loaded={loaded.data} />;
  return (
    <SettingRow id="reminders" label={<Trans>Passport reminders</Trans>} value="" opened>
      <LoadProblem error={loaded.error} headingId="reminders-heading" />
    </SettingRow>
  );
}

type Loaded = Reminders & { readonly pushState: PushState };

function Row({ loaded }: { readonly loaded: Loaded }) {
  const { t, i18n } = useLingui();
  const action = useAction();
  const [{ email, notification, push_key }, setWishes] = useState<Reminders>(loaded);
  const [pushState, setPushState] = useState(loaded.pushState);
  const ways = [
    email && t({ context: 'reminders', message: 'By email' }),
    notification && t({ context: 'reminders', message: 'In the portal' }),
    pushState === 'on' && t({ context: 'reminders', message: 'On this device' }),
  ].filter((way) => way !== false);

  async function save(body: { readonly email?: boolean; readonly notification?: boolean }) {
    if (action.busy) return;
    const answer = await action.follow(() => call(changeReminders, { body }, { purpose: 'form' }));
    if (!answer.ok) return;
    setWishes(answer.data.data);
    toast(i18n._(successText('save_settings')));
  }

  return (
    <SettingRow
      id="reminders"
      label={<Trans>Passport reminders</Trans>}
      value={ways.length > 0 ? ways.join(' · ') : <Trans context="reminders">Off</Trans>}
    >
      <Stack gap="md">
        <ApiErrorBanner error={action.error} />
        <Text>
          <Trans>
            We remind you 30 days before a passport ends, and on the day before it starts or ends.
          </Trans>
        </Text>
        <Checkbox
          name="remind_by_email"
          label={t`Remind me by email`}
          checked={email}
          onChange={({ target }) => void save({ email: target.checked })}
        />
        <Checkbox
          name="remind_by_notification"
          label={t`Remind me by a notification in the portal`}
          checked={notification}
          onChange={({ target }) => void save({ notification: target.checked })}
        />
        <PushReminders state={pushState} pushKey={push_key} onChange={setPushState} />
      </Stack>
    </SettingRow>
  );
}

type Props = {
  readonly state: PushState;
  readonly pushKey: string;
  readonly onChange: (state: PushState) => void;
};

/** Turns the reminders on and off in this browser. Only a press asks for the permission. */
function PushReminders({ state, pushKey, onChange }: Props) {
  const { t } = useLingui();
  const action = useAction();

  async function turnOn(): Promise<void> {
    const subscription = await subscribeToPush(pushKey);
    if (!subscription) return onChange(await readPushState());
    const answer = await action.send(subscribePush, {
      body: { ...subscription, push_key: pushKey },
    });
    if (answer?.ok) {
      onChange('on');
      toast(t`This device will show the reminders.`);
    } else {
      await unsubscribeFromPush();
      onChange('off');
    }
  }
  async function turnOff(): Promise<void> {
    const answer = await action.send(unsubscribePush, {});
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
function InTheAppAlone() {
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
