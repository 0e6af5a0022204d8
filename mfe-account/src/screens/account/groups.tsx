import { Trans } from '@lingui/react/macro';
import { maskEmail, type User } from '@portal/kit/contract';
import { hasLine, isOtherProvider } from '@portal/kit/contract/other-provider';
import { formatBirth, formatName } from '@portal/kit/i18n';
import { type Deferred, useDeferred, useLocale } from '@portal/kit/routing';
import { StatusChip } from '@portal/kit/ui';
import { addressLines, countryName } from '@portal/kit/ui/profile-labels';
import { Suspense } from 'react';
import { css } from '#css';
import { DataRow, Group } from './group.tsx';

type Props = { readonly member: User };
type DetailsProps = Props & {
  readonly phone: string | undefined;
  readonly isRecent: Deferred<boolean>;
};

export function DetailsGroup({ member, phone, isRecent }: DetailsProps) {
  const locale = useLocale();
  const kana = [member.last_name_kana, member.first_name_kana].filter(Boolean).join(' ');
  const name = formatName(member, { locale });
  const lines = addressLines(member, locale);
  return (
    <Group id="profile" title={<Trans>Profile</Trans>}>
      <DataRow to="/account/edit/name" label={<Trans>Name</Trans>}>
        {name && (
          <span className={pair}>
            {name}
            {kana && (
              <span lang="ja" className={faint}>
                {kana}
              </span>
            )}
          </span>
        )}
      </DataRow>
      <DataRow to="/account/edit/birth" label={<Trans>Date of birth</Trans>}>
        {member.date_of_birth && (
          <time dateTime={member.date_of_birth}>{formatBirth(member.date_of_birth)}</time>
        )}
      </DataRow>
      <DataRow to="/account/edit/gender" label={<Trans>Gender</Trans>}>
        {member.gender && <Gender gender={member.gender} />}
      </DataRow>
      <DataRow to="/account/change-email" label={<Trans>Email address</Trans>}>
        <span className={pair}>
          <span className={roomForAddress} data-address={member.email}>
            <span>
              <Suspense fallback={maskEmail(member.email)}>
                <OwnAddress email={member.email} isRecent={isRecent} />
              </Suspense>
            </span>
          </span>
          {!member.email_verified && (
            <StatusChip tone="warning">
              <Trans>Not confirmed</Trans>
            </StatusChip>
          )}
        </span>
      </DataRow>
      <DataRow to="/account/edit/phone" label={<Trans>Phone number</Trans>}>
        {phone}
      </DataRow>
      <DataRow to="/account/edit/address" label={<Trans>Address</Trans>}>
        {[
          member.country && member.country !== 'JP' && countryName(member.country, locale),
          ...lines,
        ]
          .filter(Boolean)
          .join('\n')}
      </DataRow>
    </Group>
  );
}

type AddressProps = Pick<User, 'email'> & Pick<DetailsProps, 'isRecent'>;

function OwnAddress({ email, isRecent }: AddressProps): string {
  return useDeferred(isRecent) ? email : maskEmail(email);
}

function Gender({ gender }: { readonly gender: NonNullable<User['gender']> }) {
  if (gender === 'female') return <Trans>Female</Trans>;
  if (gender === 'male') return <Trans>Male</Trans>;
  return <Trans context="gender">Other</Trans>;
}

export function SecurityGroup({ member }: Props) {
  return (
    <Group id="security" title={<Trans>Sign-in and security</Trans>}>
      {!isOtherProvider() && <SignInRows member={member} />}
      <DataRow
        to="/account/security"
        label={isOtherProvider() ? <Trans>Devices</Trans> : <Trans>Devices and passkeys</Trans>}
      >
        <Trans>Where you are signed in, and recent activity</Trans>
      </DataRow>
    </Group>
  );
}

export function SignInRows({ member }: Props) {
  return (
    <>
      <DataRow
        to={member.password_set ? '/account/change-password' : '/account/password-settings'}
        label={<Trans>Password</Trans>}
      >
        {member.password_set ? (
          <Trans context="password">Set</Trans>
        ) : (
          <Trans context="password">Not set</Trans>
        )}
      </DataRow>
      <DataRow to="/account/mfa-settings" label={<Trans>Two-step verification</Trans>}>
        <SecondStep member={member} />
      </DataRow>
      {hasLine() && (
        <DataRow to="/account/connect-line" label="LINE">
          {member.line_linked ? (
            <Trans context="LINE">Connected</Trans>
          ) : (
            <Trans context="LINE">Not connected</Trans>
          )}
        </DataRow>
      )}
    </>
  );
}

function SecondStep({ member: { mfa_enabled, mfa_channel } }: Props) {
  if (!mfa_enabled) return <Trans context="two-step verification">Off</Trans>;
  switch (mfa_channel) {
    case 'sms':
      return <Trans>On: codes by text message (SMS)</Trans>;
    case 'email':
      return <Trans>On: codes by email</Trans>;
    case 'none':
      return <Trans>On: passkeys and the authenticator app</Trans>;
  }
}

export function PreferencesGroup({ member }: Props) {
  return (
    <Group id="preferences" title={<Trans>Notifications and display</Trans>}>
      <DataRow to="/account/settings#news" label={<Trans>News by email</Trans>}>
        {member.email_opt_in === null ? undefined : member.email_opt_in ? (
          <Trans context="news by email">Subscribed</Trans>
        ) : (
          <Trans context="news by email">Not subscribed</Trans>
        )}
      </DataRow>
      <DataRow to="/account/settings#language" label={<Trans>Language</Trans>}>
        {member.locale === 'ja' ? <span lang="ja">日本語</span> : <span lang="en">English</span>}
      </DataRow>
      <DataRow to="/account/settings" label={<Trans>Other settings</Trans>}>
        <Trans>Appearance, reminders</Trans>
      </DataRow>
    </Group>
  );
}

/** As large as the whole address, which may take the place of the masked one late: what is below stays. */
const roomForAddress = css({
  display: 'inline-grid',
  '& > *, &::after': { gridArea: '1 / 1', minWidth: '0', overflowWrap: 'anywhere' },
  _after: { content: 'attr(data-address)', visibility: 'hidden' },
});
const pair = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '3',
  minWidth: '0',
});
const faint = css({ textStyle: 'note', color: 'ink.muted' });
