import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Button, Stack, Text } from '@portal/kit/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { DesignChoice } from '../../../../passports/design-choice.tsx';
import type { Catalogue } from './data.ts';
import { purchaseFlow, STEPS, stepAfterDesign } from './flow.ts';
import { besidePreview, Preview } from './preview.tsx';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Second step: the design. The first one is chosen until the member chooses another. */
export function DesignStep({ member, catalogue }: Props): ReactElement {
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
      <Preview member={member} chosen={{ design_id: chosen }} />
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
