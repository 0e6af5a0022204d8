import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { changeReminders, type Reminders } from '@portal/kit/contract';
import { successText } from '@portal/kit/i18n';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import { LoadProblem, Stack, Text, toast } from '@portal/kit/ui';
import { ApiErrorBanner, Checkbox, useAction } from '@portal/kit/ui/forms';
import { type ReactElement, useState } from 'react';
import { SettingRow } from '../setting-row.tsx';
import type { LoadedReminders } from './data.ts';
import type { PushState } from './push.ts';
import { PushReminders } from './push-reminders.tsx';

export function RemindersRow({
  reminders,
}: {
  readonly reminders: Deferred<LoadedReminders>;
}): ReactElement {
  const loaded = useDeferred(reminders);
  if (loaded.ok) return <Row loaded={loaded.data} />;
  return (
    <SettingRow id="reminders" label={<Trans>Passport reminders</Trans>} value="" opened>
      <LoadProblem error={loaded.error} headingId="reminders-heading" />
    </SettingRow>
  );
}

type Loaded = Reminders & { readonly pushState: PushState };

function Row({ loaded }: { readonly loaded: Loaded }): ReactElement {
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
