import { Trans } from '@lingui/react/macro';
import { type Passport, passDates } from '@portal/shared-contract';
import { formatDate } from '@portal/shared-i18n';
import type { ReactElement } from 'react';
import { css } from '#css';

/** When a pass can be used, by the display rule of spec §4. */
export function PassDates({
  pass,
}: {
  readonly pass: Parameters<typeof passDates>[0];
}): ReactElement {
  const dates = passDates(pass);
  if (dates.kind === 'expiry') {
    return (
      <Trans>
        Valid until <DateText date={dates.until} />
      </Trans>
    );
  }
  return (
    <Trans>
      <DateText date={dates.from} /> – <DateText date={dates.until} />
    </Trans>
  );
}

/** A date that stays on one line. */
export function DateText({ date }: { readonly date: string }): ReactElement {
  return (
    <time dateTime={date} className={dateStyle}>
      {formatDate(date)}
    </time>
  );
}

/** What a new pass with this start will show: not confirmed yet, so the range. */
export const datesOfNewPass = (
  start: string,
  end: string,
): Pick<
  Passport,
  'confirmed_id_at' | 'ext_permission' | 'usage_start_date' | 'ext_expiration_date'
> => ({
  confirmed_id_at: null,
  ext_permission: 0,
  usage_start_date: start,
  ext_expiration_date: end,
});

const dateStyle = css({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
