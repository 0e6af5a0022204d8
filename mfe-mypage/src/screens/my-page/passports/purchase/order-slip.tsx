import { Trans, useLingui } from '@lingui/react/macro';
import { isoDate, lastDayOfKind, type User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button, Text } from '@portal/kit/ui';
import { css } from '#css';
import { OrderSlip } from '../../../../passports/order-slip.tsx';
import type { Catalogue } from './data.ts';
import type { Item } from './flow.ts';

type Props = {
  readonly member: User;
  readonly items: readonly Item[];
  readonly catalogue: Catalogue;
  /** Missing while the order cannot be changed. */
  readonly onChange?: ((place: number) => void) | undefined;
  readonly onRemove?: ((place: number) => void) | undefined;
};

export function NewOrder({ items, ...rest }: Props) {
  const lines = items.map((item, place) => ({
    ...shownOf(item, rest.member),
    kind: item.kind,
    price: item.kind?.price ?? 0,
    designId: item.design_id ?? '',
    more: <More item={item} place={place} {...rest} />,
  }));
  return <OrderSlip lines={lines} />;
}

type MoreProps = Omit<Props, 'items'> & { readonly item: Item; readonly place: number };

function More({ item, place, member, catalogue, onChange, onRemove }: MoreProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const name = formatName(shownOf(item, member).names, { locale });
  const { email } = item.holder;
  const design = catalogue.data.find(({ id }) => id === item.design_id);
  return (
    <>
      <Text tone="muted" size="sm">
        {design?.name[locale]}
      </Text>
      {item.holder.kind === 'adult' && (
        <Text tone="muted" size="sm">
          <Trans>Once it is paid, we invite {email} to accept it.</Trans>
        </Text>
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
    </>
  );
}

export function shownOf({ holder, kind }: Item, member: User) {
  const { first_name, last_name } = holder.kind === 'member' ? member : holder;
  const start = isoDate(holder.usage_start_date);
  return {
    names: { first_name: first_name ?? '', last_name: last_name ?? '' },
    start,
    end: kind ? lastDayOfKind(kind, start) : start,
  };
}

// Their words begin where the words above them do.
const changes = css({ display: 'flex', flexWrap: 'wrap', ms: '-2' });
