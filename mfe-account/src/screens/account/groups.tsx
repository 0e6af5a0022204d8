import { Trans } from '@lingui/react/macro';
import type { User } from '@portal/shared-contract';
import { formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { StatusChip } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { addressLines } from './address-lines.ts';
import { formatBirthday, formatCountry } from './format-personal.ts';
import { Group, Row } from './group.tsx';
import { maskEmail } from './mask-email.ts';

type Props = { readonly member: User };

export function ProfileGroup({ member }: Props): ReactElement {
  const locale = useLocale();
  const kana = [member.last_name_kana, member.first_name_kana].filter(Boolean).join(' ');
  return (
    <Group id="profile" title={<Trans>Profile</Trans>}>
      <Row label={<Trans>Name</Trans>}>{formatName(member, { locale })}</Row>
      {/* Asked for in Japan only (spec §3, profile completeness). */}
      {(kana || member.country === 'JP') && (
        <Row label={<Trans>Name in katakana</Trans>}>{kana && <span lang="ja">{kana}</span>}</Row>
      )}
      <Row label={<Trans>Date of birth</Trans>}>
        {member.date_of_birth && (
          <time dateTime={member.date_of_birth}>
            {formatBirthday(member.date_of_birth, locale)}
          </time>
        )}
      </Row>
      <Row label={<Trans>Gender</Trans>}>{member.gender && <Gender gender={member.gender} />}</Row>
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
    <Group id="contact" title={<Trans>Contact</Trans>}>
      <Row label={<Trans>E-mail address</Trans>}>
        <span className={withChip}>
          {maskEmail(member.email)}
          {member.email_verified ? (
            <StatusChip tone="success">
              <Trans>Confirmed</Trans>
            </StatusChip>
          ) : (
            <StatusChip tone="warning">
              <Trans>Not confirmed</Trans>
            </StatusChip>
          )}
        </span>
      </Row>
      <Row label={<Trans>Phone number</Trans>}>
        {phone && <span className={digits}>{phone}</span>}
      </Row>
      <Row label={<Trans>Country or region</Trans>}>
        {member.country && formatCountry(member.country, locale)}
      </Row>
      <Row label={<Trans>Address</Trans>}>
        {lines.length > 0 &&
          lines.map((line) => (
            <span key={line} className={lineStyle}>
              {line}
            </span>
          ))}
      </Row>
    </Group>
  );
}

export function SecurityGroup({ member }: Props): ReactElement {
  return (
    <Group id="security" title={<Trans>Signing in</Trans>}>
      <Row label={<Trans>Password</Trans>}>
        {member.password_set ? (
          <StatusChip tone="success">
            <Trans context="password">Set</Trans>
          </StatusChip>
        ) : undefined}
      </Row>
      <Row label={<Trans>Two-step verification</Trans>}>
        {member.mfa_enabled ? (
          <span className={withChip}>
            <StatusChip tone="success">
              <Trans context="two-step verification">On</Trans>
            </StatusChip>
            {member.mfa_channel === 'sms' ? (
              <Trans>Codes by text message (SMS)</Trans>
            ) : (
              <Trans>Codes by e-mail</Trans>
            )}
          </span>
        ) : (
          <StatusChip tone="neutral">
            <Trans context="two-step verification">Off</Trans>
          </StatusChip>
        )}
      </Row>
      <Row label="LINE">
        {member.line_linked ? (
          <StatusChip tone="success">
            <Trans context="LINE">Connected</Trans>
          </StatusChip>
        ) : (
          <StatusChip tone="neutral">
            <Trans context="LINE">Not connected</Trans>
          </StatusChip>
        )}
      </Row>
    </Group>
  );
}

export function PreferencesGroup({ member }: Props): ReactElement {
  return (
    <Group id="preferences" title={<Trans>Mail and language</Trans>}>
      <Row label={<Trans>News by e-mail</Trans>}>
        {member.email_opt_in !== null &&
          (member.email_opt_in ? (
            <Trans context="news by e-mail">Yes, please</Trans>
          ) : (
            <Trans context="news by e-mail">No, thank you</Trans>
          ))}
      </Row>
      <Row label={<Trans>Language of mails</Trans>}>
        {member.locale === 'ja' ? <span lang="ja">日本語</span> : <span lang="en">English</span>}
      </Row>
    </Group>
  );
}

const withChip = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '1',
});
const digits = css({ fontVariantNumeric: 'tabular-nums' });
const lineStyle = css({ display: 'block' });
