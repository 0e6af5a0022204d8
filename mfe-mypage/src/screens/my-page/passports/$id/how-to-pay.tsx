import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { formatPrice, sentenceGap } from '@portal/kit/i18n';
import type { ReactElement } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';

/** How much is to be paid at the counter, and until when. */
export function HowToPay({ passport }: { readonly passport: Passport }): ReactElement {
  const price = formatPrice(passport.amount_due);
  return (
    <>
      {passport.bought_with.length === 0 ? (
        <Trans>Pay {price} at the counter. The passport can be used after that.</Trans>
      ) : (
        <Trans>
          Pay {price} at the counter for all passports of the order. They can be used after that.
        </Trans>
      )}
      {sentenceGap()}
      <Trans>
        This passport can be paid for until <DateText date={passport.ext_expiration_date} />.
      </Trans>
    </>
  );
}
