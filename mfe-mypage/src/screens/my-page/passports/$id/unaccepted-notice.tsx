import { Trans } from '@lingui/react/macro';
import { hasEnded, isUnpaid, type Passport } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Banner } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** Of a passport that was bought for another adult, who is not asked at the moment. */
export function UnacceptedNotice({
  passport,
}: {
  readonly passport: Passport;
}): ReactElement | null {
  const name = formatName(passport.holder, { locale: useLocale() });
  const { holder, role, transfer } = passport;
  if (holder.kind !== 'adult' || role !== 'owner' || transfer || hasEnded(passport)) return null;
  return isUnpaid(passport) ? (
    <Banner tone="info">
      <Trans>Once it is paid, we send {name} an invitation by e-mail.</Trans>
    </Banner>
  ) : (
    <Banner tone="warning" title={<Trans>{name} has not accepted this passport</Trans>}>
      <Trans>
        It opens no gate for you. You can offer it again below, to them or to somebody else, or
        cancel it.
      </Trans>
    </Banner>
  );
}
