import { Trans, useLingui } from '@lingui/react/macro';
import type { Activity } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { formatDateTime } from '@portal/kit/i18n';
import { type Deferred, LocaleLink, useDeferred } from '@portal/kit/routing';
import { Button, EmptyState, LoadProblem, Stack, Text } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { ACTIVITY_TEXTS } from './activity-labels.ts';
import type { Activities } from './data.ts';
import { countryName, useDeviceName } from './device-name.ts';
import { SettingRow } from './setting-row.tsx';

const SHOWN_AT_FIRST = 10;

/** The account's activity, newest first; the row shows the last one. */
export function ActivityRow({
  activities,
}: {
  readonly activities: Deferred<Activities>;
}): ReactElement {
  const { i18n } = useLingui();
  const answer = useDeferred(activities);
  const [last] = answer.ok ? answer.data : [];
  return (
    <SettingRow
      id="activity"
      label={<Trans>Recent activity</Trans>}
      value={answer.ok && (last ? i18n._(ACTIVITY_TEXTS[last.kind]) : <Trans>Nothing yet</Trans>)}
      opened={!answer.ok}
    >
      {answer.ok ? (
        <List activities={answer.data} />
      ) : (
        <LoadProblem error={answer.error} headingId="activity-heading" />
      )}
    </SettingRow>
  );
}

function List({ activities }: { readonly activities: readonly Activity[] }): ReactElement {
  const { i18n } = useLingui();
  const nameOf = useDeviceName();
  const [all, setAll] = useState(false);
  if (activities.length === 0) {
    return (
      <EmptyState icon="clock" title={<Trans>Nothing yet</Trans>}>
        <Trans>Sign-ins and changes to your account will be listed here.</Trans>
      </EmptyState>
    );
  }
  const shown = all ? activities : activities.slice(0, SHOWN_AT_FIRST);
  return (
    <Stack gap="md">
      {!isOtherProvider() && (
        <Text size="sm" tone="muted">
          <Trans>
            Do you see something that was not you?{' '}
            <LocaleLink to="/account/change-password">Change your password</LocaleLink>, which signs
            out all other devices.
          </Trans>
        </Text>
      )}
      <ul className={list}>
        {shown.map((activity) => (
          <li key={activity.id} className={item}>
            <span>{i18n._(ACTIVITY_TEXTS[activity.kind])}</span>
            <span className={details}>
              <time dateTime={activity.happened_at}>{formatDateTime(activity.happened_at)}</time>
              {/* It is the receiver who accepts, elsewhere. */}
              {activity.kind !== 'passport_given' && ` · ${nameOf(activity)}`}
              {activity.country && ` · ${countryName(activity.country)}`}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < activities.length && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setAll(true)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Stack>
  );
}

const list = css({ display: 'grid', gap: '3' });
const item = css({
  display: 'grid',
  gap: '0.5',
  paddingBottom: '3',
  borderBottomWidth: '1px',
  borderColor: 'line',
  _last: { borderBottomWidth: '0', paddingBottom: '0' },
});
const details = css({ color: 'ink.muted', fontSize: 'sm' });
