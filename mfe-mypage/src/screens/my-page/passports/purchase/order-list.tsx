import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button, Card, Description, DescriptionList, Inline, Text } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { HolderPhoto } from '../../../../passports/holder-photo.tsx';
import { newPassportDates, PassportDates } from '../../../../passports/passport-dates.tsx';
import type { Catalogue } from './data.ts';
import { type Item, needsPhoto } from './flow.ts';
import { Invited, shownOf } from './order-summary.tsx';

type Props = {
  readonly member: User;
  readonly items: readonly Item[];
  readonly catalogue: Catalogue;
  /** The price of all, formatted, with currency. */
  readonly price: string;
  /** Missing while the order cannot be changed. */
  readonly onChange?: ((place: number) => void) | undefined;
  readonly onRemove?: ((place: number) => void) | undefined;
};

/** The passports of an order that has several, and what they cost together. */
export function OrderList({
  member,
  items,
  catalogue,
  price,
  onChange,
  onRemove,
}: Props): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Card>
      <ul className={list}>
        {items.map((item, place) => {
          const { names, start, end } = shownOf(item, member);
          const name = formatName(names, { locale });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two passports may be alike but for their place.
            <li key={place} className={row}>
              <HolderPhoto src={(needsPhoto(item) && item.photo?.url) || null} alt="" size="sm" />
              <div className={words}>
                <p className={holder}>{name}</p>
                {item.holder.kind === 'adult' && <Invited email={item.holder.email} />}
                <Text size="sm" tone="muted">
                  <PassportDates passport={newPassportDates(start, end)} />
                </Text>
                <Text size="sm">
                  {item.kind?.name[locale]} {item.kind && formatPrice(item.kind.price)}
                </Text>
                <Text size="sm" tone="muted">
                  {catalogue.data.find(({ id }) => id === item.design_id)?.name[locale]}
                </Text>
                {onChange && onRemove && (
                  <Inline>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={t`Change the passport of ${name}`}
                      onClick={() => onChange(place)}
                    >
                      <Trans>Change</Trans>
                    </Button>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={t`Remove the passport of ${name}`}
                      onClick={() => onRemove(place)}
                    >
                      <Trans>Remove</Trans>
                    </Button>
                  </Inline>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <DescriptionList>
        <Description term={<Trans>Price of all passports</Trans>}>
          <Trans>{price} (tax included)</Trans>
        </Description>
      </DescriptionList>
    </Card>
  );
}

const list = css({ display: 'grid', gap: '5', mb: '5' });
const row = css({ display: 'flex', gap: '4', alignItems: 'flex-start' });
const words = css({ display: 'grid', gap: '1', minWidth: '0', flex: '1' });
const holder = css({ fontWeight: 'bold', overflowWrap: 'anywhere' });
