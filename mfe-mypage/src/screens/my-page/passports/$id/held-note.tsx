import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import type { ReactElement } from 'react';
import { momentInJapan } from '../../../../passports/passport-dates.tsx';

/** From when an offer can be accepted that was made while something was new. */
export function HeldNote({
  transfer,
}: {
  readonly transfer: Passport['transfer'];
}): ReactElement | null {
  if (!transfer?.held_until) return null;
  const moment = momentInJapan(transfer.held_until);
  return (
    <p>
      <Trans>
        It can be accepted from {moment} (Japan time), because it was offered from a new browser or
        with a new password.
      </Trans>
    </p>
  );
}
