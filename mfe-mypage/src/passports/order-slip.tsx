import { Plural, Trans } from '@lingui/react/macro';
import { type PassportKind, taxesIn } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { LocaleLink, useLocale } from '@portal/kit/routing';
import type { ComponentProps, ReactNode } from 'react';
import { css } from '#css';
import { PassportArt } from './passport-art.tsx';
import { newPassportDates, PassportDates } from './passport-dates.tsx';

export type SlipLine = {
  readonly names: { readonly first_name: string; readonly last_name: string };
  readonly kind: Pick<PassportKind, 'name' | 'tax'> | null;
  /** Yen, with tax. */
  readonly price: number;
  readonly designId: string;
  /** The first and the last day, YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  /** The passport's page, once it is bought. */
  readonly to?: ComponentProps<typeof LocaleLink>['to'];
  /** What else is said of it, or can be done with it. */
  readonly more: ReactNode;
};

export function OrderSlip({ lines }: { readonly lines: readonly SlipLine[] }) {
  const count = lines.length;
  const price = formatPrice(lines.reduce((sum, line) => sum + line.price, 0));
  const taxes = taxesIn(lines.flatMap(({ kind, ...line }) => (kind ? { ...line, ...kind } : [])));
  return (
    <div className={slip}>
      <ul>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two passports may be alike but for their place.
          <li key={place} className={row}>
            <Line {...line} />
          </li>
        ))}
      </ul>
      <div className={sum}>
        <p className={`${line} ${whole}`}>
          <span>
            <Plural value={count} one="Total (# passport)" other="Total (# passports)" />
          </span>
          <span className={amount}>
            <Trans>{price} (tax included)</Trans>
          </span>
        </p>
        {taxes.map(({ rate, tax }) => (
          <p key={rate} className={`${line} ${quiet}`}>
            <span>
              <Trans>Consumption tax ({rate}%)</Trans>
            </span>
            <span className={amount}>{formatPrice(tax)}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

function Line({ names, kind, price, designId, start, end, to, more }: SlipLine) {
  const locale = useLocale();
  const name = formatName(names, { locale });
  return (
    <>
      <span className={thumbnail}>
        <PassportArt designId={designId} cut="card" />
      </span>
      <div className={words}>
        <p>
          <b className={holder}>
            {to ? (
              <LocaleLink to={to} className={nameLink}>
                {name}
              </LocaleLink>
            ) : (
              name
            )}
          </b>{' '}
          <span className={quiet}>{kind?.name[locale]}</span>
        </p>
        <p className={quiet}>
          <PassportDates passport={newPassportDates(start, end)} />
        </p>
        {more}
      </div>
      <span className={amount}>{kind && formatPrice(price)}</span>
    </>
  );
}

const slip = css({
  p: { base: '4', sm: '5' },
  background: 'surface',
  border: '1px solid token(colors.line)',
  borderRadius: 'lg',
});
// Wraps where the text is enlarged, so that words and price each have a line.
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '2',
  py: '4',
  '&:first-child': { pt: '0' },
  '& + &': { borderTop: '1px solid token(colors.line)' },
});
const thumbnail = css({
  position: 'relative',
  flexShrink: '0',
  alignSelf: 'flex-start',
  width: '12',
  aspectRatio: '5 / 7',
  overflow: 'hidden',
  borderRadius: 'sm',
  _forcedColors: { display: 'none' },
});
const words = css({ flex: '1 1 9rem', minWidth: '0' });
const holder = css({ fontWeight: 'bold', overflowWrap: 'anywhere' });
/** A name that leads to a passport, in line with other words, and as high as a finger. */
export const nameLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  my: '-2',
  color: 'accent',
  textDecoration: 'underline',
});
const quiet = css({ fontSize: 'sm', color: 'ink.muted' });
const amount = css({ ms: 'auto', textAlign: 'end', fontVariantNumeric: 'tabular-nums' });
const sum = css({ borderTop: '2px dashed token(colors.line)', pt: '4' });
const line = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4' });
const whole = css({ fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', mb: '2' });
