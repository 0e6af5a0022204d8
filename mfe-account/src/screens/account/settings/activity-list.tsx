import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Activity, ActivityKind } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { formatDateTime } from '@portal/kit/i18n';
import { type Deferred, LocaleLink, useDeferred, useLocale } from '@portal/kit/routing';
import { Button, EmptyState, LoadProblem, Stack, Text } from '@portal/kit/ui';
import { countryName } from '@portal/kit/ui/profile-labels';
import { useState } from 'react';
import { css } from '#css';
import { SettingRow } from '../setting-row.tsx';
import type { Activities } from './data.ts';
import { useDeviceName } from './device-list.tsx';

const SHOWN_AT_FIRST = 10;

/** The account's activity, newest first; the row shows the last one. */
export function ActivityRow({ activities }: { readonly activities: Deferred<Activities> }) {
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

function List({ activities }: { readonly activities: readonly Activity[] }) {
  const { i18n } = useLingui();
  const nameOf = useDeviceName();
  const locale = useLocale();
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
              {activity.country && ` · ${countryName(activity.country, locale)}`}
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

/** The text of each kind of activity. A kind without a text does not compile. */
const ACTIVITY_TEXTS: Readonly<Record<ActivityKind, MessageDescriptor>> = {
  signed_in: msg`You signed in`,
  sign_in_locked: msg`Sign-in was locked after several wrong passwords`,
  signed_out_device: msg`A device was signed out`,
  signed_out_everywhere: msg`All devices were signed out`,
  browser_trusted: msg`A browser was trusted`,
  browser_trust_ended: msg`A browser is no longer trusted`,
  browser_trust_copied: msg`A trusted browser was signed out, because its mark was used twice`,
  profile_changed: msg`Your profile was changed`,
  email_verified: msg`Your email address was confirmed`,
  email_changed: msg`Your email address was changed`,
  phone_changed: msg`Your phone number was changed`,
  phone_removed: msg`Your phone number was removed`,
  email_change_undone: msg`A change of your email address was undone`,
  changes_undone: msg`Changes to your account were undone`,
  account_closed: msg`You closed your account`,
  account_reopened: msg`You brought your account back`,
  data_export_requested: msg`A link to download your data was sent`,
  data_exported: msg`Your data was downloaded`,
  password_set: msg`A password was set`,
  password_changed: msg`Your password was changed`,
  mfa_enabled: msg`Two-step verification was turned on`,
  mfa_channel_changed: msg`The way to receive codes was changed`,
  mfa_codes_off: msg`Codes by email and text message were turned off`,
  mfa_disabled: msg`Two-step verification was turned off`,
  totp_added: msg`An authenticator app was set up`,
  totp_removed: msg`The authenticator app was removed`,
  recovery_codes_made: msg`New recovery codes were created`,
  recovery_code_used: msg`A recovery code was used`,
  recovery_asked: msg`A sign-in without the second step was asked for`,
  passkey_added: msg`A passkey was added`,
  passkey_removed: msg`A passkey was removed`,
  line_linked: msg`LINE was connected`,
  line_unlinked: msg`LINE was disconnected`,
  terms_accepted: msg`You agreed to the terms of service`,
  passport_offered: msg`A passport was offered to somebody`,
  passport_given: msg`A passport was given away`,
  passport_photo_changed: msg`The photo of a passport was changed`,
  passport_design_changed: msg`The design of a passport was changed`,
  passport_card_ordered: msg`A physical card was ordered`,
  passport_canceled: msg`A passport was cancelled`,
  address_changed: msg`The name or the address was changed`,
};
