import { Trans } from '@lingui/react/macro';
import { type Passport, passportDates } from '@portal/kit/contract';
import { formatDate, formatDateTime } from '@portal/kit/i18n';
import { css } from '#css';

type Props = { readonly passport: Parameters<typeof passportDates>[0] };

/** When a passport can be used: its range, or only its last day. */
export function PassportDates({ passport }: Props) {
  const dates = passportDates(passport);
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

/** A date that wraps only where it is wider than its line. */
export function DateText({ date }: { readonly date: string }) {
  return (
    <time dateTime={date} className={dateStyle}>
      {formatDate(date)}
    </time>
  );
}

/** The date fields of a passport to be bought: its identity is not confirmed, so it shows its range. */
export const newPassportDates = (
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

const dateStyle = css({ display: 'inline-block', fontVariantNumeric: 'tabular-nums' });

/** The date and time of a moment in Japan, where the turnstiles are. */
export const momentInJapan = (moment: string): string =>
  formatDateTime(moment, { timeZone: 'Asia/Tokyo' });
