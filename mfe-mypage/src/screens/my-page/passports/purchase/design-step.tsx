import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { useGo, useLocale } from '@portal/kit/routing';
import { Button, Stack, Text } from '@portal/kit/ui';
import { type FormEvent, useState } from 'react';
import { css } from '#css';
import { DesignChoice } from '../../../../passports/design-choice.tsx';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { newPassportDates } from '../../../../passports/passport-dates.tsx';
import type { Catalogue } from './data.ts';
import { purchaseFlow, STEPS, stepAfterDesign } from './flow.ts';
import { shownOf } from './order-slip.tsx';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Second step: the design. The first one is chosen until the member chooses another. */
export function DesignStep({ member, catalogue }: Props) {
  const { t } = useLingui();
  const go = useGo();
  const state = purchaseFlow.state();
  const { choices } = state;
  const designs = catalogue.data.filter(({ id }) => choices.kind?.designs?.includes(id) ?? true);
  const [chosen, setChosen] = useState(choices.design_id ?? designs[0]?.id ?? null);

  const choose = (design_id: string) => {
    setChosen(design_id);
    purchaseFlow.send({ type: 'designChosen', design_id });
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen === null) return;
    choose(chosen);
    go(stepAfterDesign(choices));
  }
  return (
    <form noValidate onSubmit={submit} aria-label={t`Choose a design`} className={besidePreview}>
      <Preview member={member} design={chosen} />
      <Stack>
        <DesignChoice designs={designs} value={chosen} onChange={choose} />
        <Text tone="muted">
          <Trans>You can change it later, until the physical card is made.</Trans>
        </Text>
      </Stack>
      <PurchaseBar kinds={kindsOf(state)} back={STEPS.holder}>
        <Button type="submit">
          <Trans>Next</Trans>
        </Button>
      </PurchaseBar>
    </form>
  );
}

/** The passport as it will be, for the eye: what it says has been entered in the steps before. */
function Preview({ member, design }: { readonly member: User; readonly design: string | null }) {
  const locale = useLocale();
  const item = purchaseFlow.state().choices;
  const { names, start, end } = shownOf(item, member);
  const passport = {
    ...newPassportDates(start, end),
    design_id: design ?? '',
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
const besidePreview = css({
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
