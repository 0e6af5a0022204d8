import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isoDate, lastDayOfKind, type PassportKind, taxIn, type User } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { PassportArt } from '../../../../passports/passport-art.tsx';
import { newPassportDates, PassportDates } from '../../../../passports/passport-dates.tsx';
import type { Catalogue } from './data.ts';
import type { Item } from './flow.ts';

type Props = {
  readonly member: User;
  readonly items: readonly Item[];
  readonly catalogue: Catalogue;
  /** Of all, in yen. */
  readonly total: number;
  /** Missing while the order cannot be changed. */
  readonly onChange?: ((place: number) => void) | undefined;
  readonly onRemove?: ((place: number) => void) | undefined;
};

/** The passports of an order, a row each, and what they cost together. */
export function OrderSlip({ items, total, ...rest }: Props): ReactElement {
  const price = formatPrice(total);
  const count = items.length;
  return (
    <div className={slip}>
      <ul>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two passports may be alike but for their place.
          <li key={place} className={row}>
            <Row item={item} place={place} {...rest} />
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
        {taxesIn(items).map(({ rate, tax }) => (
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

function Row({
  item,
  place,
  member,
  catalogue,
  onChange,
  onRemove,
}: Omit<Props, 'items' | 'total'> & {
  readonly item: Item;
  readonly place: number;
}): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  const { names, start, end } = shownOf(item, member);
  const name = formatName(names, { locale });
  const { email } = item.holder;
  const design = catalogue.data.find(({ id }) => id === item.design_id);
  return (
    <>
      <span className={thumbnail}>
        <PassportArt designId={item.design_id ?? ''} cut="card" />
      </span>
      <div className={words}>
        <p>
          <b className={holder}>{name}</b> <span className={quiet}>{item.kind?.name[locale]}</span>
        </p>
        <p className={quiet}>
          <PassportDates passport={newPassportDates(start, end)} />
        </p>
        <p className={quiet}>{design?.name[locale]}</p>
        {item.holder.kind === 'adult' && (
          <p className={quiet}>
            <Trans>Once it is paid, we invite {email} to accept it.</Trans>
          </p>
        )}
        {onChange && onRemove && (
          <div className={changes}>
            <Button
              variant="link"
              size="sm"
              aria-label={t`Change the passport of ${name}`}
              onClick={() => onChange(place)}
            >
              <Trans>Change</Trans>
            </Button>
            <Button
              variant="link"
              size="sm"
              aria-label={t`Remove the passport of ${name}`}
              onClick={() => onRemove(place)}
            >
              <Trans>Remove</Trans>
            </Button>
          </div>
        )}
      </div>
      <span className={amount}>{item.kind && formatPrice(item.kind.price)}</span>
    </>
  );
}

/** The tax in what has each rate, rounded once for the rate. */
function taxesIn(items: readonly Item[]): { readonly rate: number; readonly tax: number }[] {
  const sums = new Map<PassportKind['tax'], number>();
  for (const { kind } of items) {
    if (kind) sums.set(kind.tax, (sums.get(kind.tax) ?? 0) + kind.price);
  }
  return [...sums].map(([rate, price]) => ({ rate, tax: taxIn(price, rate) }));
}

/** Who uses the passport, and when. */
export function shownOf({ holder, kind }: Item, member: User) {
  const { first_name, last_name } = holder.kind === 'member' ? member : holder;
  const start = isoDate(holder.usage_start_date);
  return {
    names: { first_name: first_name ?? '', last_name: last_name ?? '' },
    start,
    end: kind ? lastDayOfKind(kind, start) : start,
  };
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
// Their words begin where the words above them do.
const changes = css({ display: 'flex', flexWrap: 'wrap', ms: '-2' });
const words = css({ flex: '1 1 9rem', minWidth: '0' });
const holder = css({ fontWeight: 'bold', overflowWrap: 'anywhere' });
const quiet = css({ fontSize: 'sm', color: 'ink.muted' });
const amount = css({ ms: 'auto', textAlign: 'end', fontVariantNumeric: 'tabular-nums' });
const sum = css({ borderTop: '2px dashed token(colors.line)', pt: '4' });
const line = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4' });
const whole = css({ fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', mb: '2' });
