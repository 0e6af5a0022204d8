import { Trans } from '@lingui/react/macro';
import { isoDate, lastDayOfKind, type User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Card, Description, DescriptionList, Text } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { newPassportDates, PassportDates } from '../../../../passports/passport-dates.tsx';
import type { Catalogue } from './data.ts';
import { type Item, needsPhoto } from './flow.ts';

type Props = {
  readonly member: User;
  readonly item: Item;
  readonly catalogue: Catalogue;
  /** Formatted, with currency. */
  readonly price: string;
};

/** The passport as it will look, and what it costs. */
export function OrderSummary({ member, item, catalogue, price }: Props): ReactElement {
  const locale = useLocale();
  const { design_id, photo } = item;
  const { names, start, end } = shownOf(item, member);
  return (
    <div className={summary}>
      <div className={preview}>
        <PassportCard
          cut="card"
          passport={{
            ...newPassportDates(start, end),
            design_id: design_id ?? '',
            photo: (needsPhoto(item) && photo?.url) || null,
            holder: names,
            status_name: null,
          }}
        />
      </div>
      <Card>
        <DescriptionList>
          <Description term={<Trans context="of a passport">Holder</Trans>}>
            {formatName(names, { locale })}
            {item.holder.kind === 'adult' && <Invited email={item.holder.email} />}
          </Description>
          <Description term={<Trans context="how long">Valid</Trans>}>
            <PassportDates passport={newPassportDates(start, end)} />
          </Description>
          <Description term={<Trans>Kind</Trans>}>{item.kind?.name[locale]}</Description>
          <Description term={<Trans>Design</Trans>}>
            {catalogue.data.find(({ id }) => id === design_id)?.name[locale]}
          </Description>
          <Description term={<Trans>Price</Trans>}>
            <Trans>{price} (tax included)</Trans>
          </Description>
        </DescriptionList>
      </Card>
    </div>
  );
}

/** Where the invitation of another adult goes, to be checked before it is paid. */
export const Invited = ({ email }: { readonly email: string }): ReactElement => (
  <Text size="sm" tone="muted">
    <Trans>Once it is paid, we invite {email} to accept it.</Trans>
  </Text>
);

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

const summary = css({
  display: 'grid',
  gap: '5',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '16rem minmax(0, 1fr)' },
});
const preview = css({
  display: 'grid',
  width: 'full',
  maxWidth: '18rem',
  aspectRatio: '5 / 7',
  // Enlarged text makes the card higher.
  gridTemplateRows: 'minmax(min-content, 1fr)',
  mx: 'auto',
});
