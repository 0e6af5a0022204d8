import { Trans } from '@lingui/react/macro';
import { maskEmail, type User } from '@portal/shared-contract';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { formatDate, formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Badge, Description } from '@portal/shared-ui';
import { addressLines, formatCountry } from '@portal/shared-ui/profile-labels';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';
import { Group, Way } from './group.tsx';

type Props = { readonly member: User };

export function ProfileGroup({ member }: Props): ReactElement {
  const locale = useLocale();
  const kana = [member.last_name_kana, member.first_name_kana].filter(Boolean).join(' ');
  return (
    <Group
      id="profile"
      title={<Trans>Profile</Trans>}
      links={
        <Way to="/account/edit">
          <Trans>Edit your profile</Trans>
        </Way>
      }
    >
      <Description term={<Trans>Name</Trans>}>{formatName(member, { locale })}</Description>
      {/* Required in Japan only (product §3.9). */}
      {(kana || member.country === 'JP') && (
        <Description term={<Trans>Name in katakana</Trans>}>
          {kana && <span lang="ja">{kana}</span>}
        </Description>
      )}
      <Description term={<Trans>Date of birth</Trans>}>
        {member.date_of_birth && (
          <time dateTime={member.date_of_birth}>{formatDate(member.date_of_birth)}</time>
        )}
      </Description>
      <Description term={<Trans>Gender</Trans>}>
        {member.gender && <Gender gender={member.gender} />}
      </Description>
    </Group>
  );
}

function Gender({ gender }: { readonly gender: NonNullable<User['gender']> }): ReactElement {
  if (gender === 'female') return <Trans>Female</Trans>;
  if (gender === 'male') return <Trans>Male</Trans>;
  return <Trans context="gender">Other</Trans>;
}

export function ContactGroup({
  member,
  phone,
}: Props & { readonly phone: string | undefined }): ReactElement {
  const locale = useLocale();
  const lines = addressLines(member, locale);
  return (
    <Group
      id="contact"
      title={<Trans>Contact</Trans>}
      links={
        <>
          <Way to="/account/edit">
            <Trans>Edit phone and address</Trans>
          </Way>
          <Way to="/account/change-email">
            <Trans>Change e-mail address</Trans>
          </Way>
        </>
      }
    >
      <Description term={<Trans>E-mail address</Trans>}>
        <span className={withChip}>
          {maskEmail(member.email)}
          {member.email_verified ? (
            <Badge tone="success">
              <Trans>Confirmed</Trans>
            </Badge>
          ) : (
            <Badge tone="warning">
              <Trans>Not confirmed</Trans>
            </Badge>
          )}
        </span>
      </Description>
      <Description term={<Trans>Phone number</Trans>}>
        {phone && <span className={digits}>{phone}</span>}
      </Description>
      <Description term={<Trans>Country or region</Trans>}>
        {member.country && formatCountry(member.country, locale)}
      </Description>
      <Description term={<Trans>Address</Trans>}>{lines.join('\n')}</Description>
    </Group>
  );
}

export function SecurityGroup({ member }: Props): ReactElement | null {
  // The settings lead to another identity provider, which has all of this (product §10.166).
  if (isOtherProvider()) return null;
  return (
    <Group
      id="security"
      title={<Trans>Sign-in and security</Trans>}
      links={
        <>
          {member.password_set ? (
            <Way to="/account/change-password">
              <Trans>Change password</Trans>
            </Way>
          ) : (
            <Way to="/account/password-settings">
              <Trans>Set a password</Trans>
            </Way>
          )}
          <Way to="/account/mfa-settings">
            <Trans>Two-step verification</Trans>
          </Way>
          <Way to="/account/connect-line">
            {member.line_linked ? <Trans>Connection with LINE</Trans> : <Trans>Connect LINE</Trans>}
          </Way>
        </>
      }
    >
      <Description term={<Trans>Password</Trans>}>
        <StateBadge
          on={member.password_set}
          yes={<Trans context="password">Set</Trans>}
          no={<Trans context="password">Not set</Trans>}
        />
      </Description>
      <Description term={<Trans>Two-step verification</Trans>}>
        <span className={withChip}>
          <StateBadge
            on={member.mfa_enabled}
            yes={<Trans context="two-step verification">On</Trans>}
            no={<Trans context="two-step verification">Off</Trans>}
          />
          {member.mfa_enabled && <TwoStepChannel channel={member.mfa_channel} />}
        </span>
      </Description>
      <Description term="LINE">
        <StateBadge
          on={member.line_linked}
          yes={<Trans context="LINE">Connected</Trans>}
          no={<Trans context="LINE">Not connected</Trans>}
        />
      </Description>
    </Group>
  );
}

export function PreferencesGroup({ member }: Props): ReactElement {
  return (
    <Group
      id="preferences"
      title={<Trans>E-mail and language</Trans>}
      links={
        <Way to="/account/settings">
          <Trans>Settings and devices</Trans>
        </Way>
      }
    >
      <Description term={<Trans>News by e-mail</Trans>}>
        {member.email_opt_in === null ? undefined : member.email_opt_in ? (
          <Trans context="news by e-mail">Subscribed</Trans>
        ) : (
          <Trans context="news by e-mail">Not subscribed</Trans>
        )}
      </Description>
      <Description term={<Trans>Language of e-mails</Trans>}>
        {member.locale === 'ja' ? <span lang="ja">日本語</span> : <span lang="en">English</span>}
      </Description>
    </Group>
  );
}

type StateBadgeProps = { readonly on: boolean; readonly yes: ReactNode; readonly no: ReactNode };

/** Says whether something is set up. */
function StateBadge({ on, yes, no }: StateBadgeProps): ReactElement {
  return <Badge tone={on ? 'success' : 'neutral'}>{on ? yes : no}</Badge>;
}

function TwoStepChannel({ channel }: { readonly channel: User['mfa_channel'] }): ReactElement {
  switch (channel) {
    case 'sms':
      return <Trans>Codes by text message (SMS)</Trans>;
    case 'email':
      return <Trans>Codes by e-mail</Trans>;
    case 'none':
      return <Trans>Passkeys and the authenticator app</Trans>;
  }
}

const withChip = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '1',
});
const digits = css({ fontVariantNumeric: 'tabular-nums' });
