import type { User } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import type { ReactElement } from 'react';
import { css } from '#css';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { newPassportDates } from '../../../../passports/passport-dates.tsx';
import { type Item, purchaseFlow } from './flow.ts';
import { shownOf } from './order-slip.tsx';

type Props = {
  readonly member: User;
  /** What the step has chosen. */
  readonly chosen: Partial<Pick<Item, 'design_id' | 'photo'>>;
};

/** The passport as it will be, for the eye: what it says has been entered in the steps before. */
export function Preview({ member, chosen }: Props): ReactElement {
  const locale = useLocale();
  const item = { ...purchaseFlow.state().choices, ...chosen };
  const { names, start, end } = shownOf(item, member);
  const passport = {
    ...newPassportDates(start, end),
    design_id: item.design_id ?? '',
    holder: names,
    kindName: item.kind?.name[locale],
    photo: item.photo?.url ?? undefined,
    status_name: null,
  };
  return (
    <div aria-hidden="true">
      <div className={onPhone}>
        <PassportCard cut="home" passport={passport} />
      </div>
      <div className={onDesktop}>
        <PassportCard cut="card" passport={passport} />
      </div>
    </div>
  );
}

/** A step whose first child is the preview: above the others on a phone, else beside them. */
export const besidePreview = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    md: '16rem minmax(0, 1fr)',
    lg: '22rem minmax(0, 1fr)',
  },
  gridTemplateRows: { md: 'auto 1fr' },
  alignItems: 'start',
  columnGap: { md: '8', lg: '16' },
  rowGap: '6',
  '& > :first-child': { gridRow: { md: '1 / span 2' } },
});

// Enlarged text makes it higher.
const onPhone = css({
  display: { base: 'grid', md: 'none' },
  gridTemplateRows: 'minmax(min-content, 1fr)',
  maxWidth: '26rem',
  aspectRatio: '4 / 3',
  overflow: 'clip',
  borderRadius: 'xl',
});
const onDesktop = css({
  display: { base: 'none', md: 'grid' },
  gridTemplateRows: 'minmax(min-content, 1fr)',
  aspectRatio: '5 / 7',
});
