import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useGo } from '@portal/kit/routing';
import { Button, Card, Inline, LinkButton, Stack, Text } from '@portal/kit/ui';
import { ErrorSummary } from '@portal/kit/ui/forms';
import { type FormEvent, type ReactElement, useState } from 'react';
import { DesignChoice } from '../../../../passports/design-choice.tsx';
import type { Catalogue } from './data.ts';
import { needsPhoto, purchaseFlow, STEPS } from './flow.ts';
import { useRequiredField } from './use-required-field.ts';

/** Second step: the design. */
export function DesignStep({ catalogue }: { readonly catalogue: Catalogue }): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const [chosen, setChosen] = useState(() => purchaseFlow.state().choices.design_id);
  const { kind } = purchaseFlow.state().choices;
  const design = useRequiredField('design_id', msg`Choose a design.`, chosen !== null);

  const choose = (design_id: string) => {
    setChosen(design_id);
    purchaseFlow.send({ type: 'designChosen', design_id });
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (design.check()) go(needsPhoto(purchaseFlow.state().choices) ? STEPS.photo : STEPS.check);
  }
  return (
    <form noValidate onSubmit={submit} aria-label={t`Choose a design`}>
      <Stack gap="lg">
        <ErrorSummary {...design.summary} />
        <Card>
          <Stack gap="md">
            <Text tone="muted">
              <Trans>You can change it later, until the physical card is made.</Trans>
            </Text>
            <DesignChoice
              designs={catalogue.data.filter(({ id }) => kind?.designs?.includes(id) ?? true)}
              value={chosen}
              onChange={choose}
              error={design.missing}
            />
          </Stack>
        </Card>
        <Inline>
          <Button type="submit" wide="onPhone">
            <Trans>Next</Trans>
          </Button>
          <LinkButton to={STEPS.holder} variant="outline" wide="onPhone">
            <Trans>Back</Trans>
          </LinkButton>
        </Inline>
      </Stack>
    </form>
  );
}
