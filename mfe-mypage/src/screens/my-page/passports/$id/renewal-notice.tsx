import { Trans } from '@lingui/react/macro';
import { type Passport, renewalPath } from '@portal/kit/contract';
import { Banner, LinkButton } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';

/** Offers the renewal in the last 30 days, or says from when the new passport is valid. */
export function RenewalNotice({ passport }: { readonly passport: Passport }): ReactElement | null {
  const { id, renewal } = passport;
  if (!renewal) return null;
  const from = <DateText date={renewal.usage_start_date} />;
  if (renewal.renewed_by) {
    return (
      <Banner
        tone="info"
        title={<Trans>Renewed: the new passport is valid from {from}</Trans>}
        action={
          <LinkButton to={`/my-page/passports/${renewal.renewed_by}`} variant="outline" size="sm">
            <Trans>See the passport</Trans>
          </LinkButton>
        }
      />
    );
  }
  const until = <DateText date={passport.ext_expiration_date} />;
  return (
    <Banner
      tone="info"
      title={<Trans>Renewal</Trans>}
      action={
        <LinkButton to={renewalPath(id)} variant="outline" size="sm">
          <Trans>Renew</Trans>
        </LinkButton>
      }
    >
      <Trans>
        It is valid until {until}, and the new one from {from}.
      </Trans>
    </Banner>
  );
}
