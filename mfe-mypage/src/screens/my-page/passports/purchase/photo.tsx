import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { errorText } from '@portal/shared-i18n';
import { useGo } from '@portal/shared-routing';
import { Button, Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { ErrorSummary } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { type KeptPhoto, PhotoField } from '../../../../passes/photo/photo-field.tsx';
import { purchaseFlow, STEPS } from './flow.ts';

/** Third step: the holder's photo. It is sent at once; the draft keeps its id. */
export function PhotoStep(): ReactElement {
  const { _ } = useLingui();
  const go = useGo();
  const [photo, setPhoto] = useState(() => purchaseFlow.state().choices.photo);
  const [attempt, setAttempt] = useState(0);
  const [working, setWorking] = useState(false);
  const missing =
    attempt > 0 && photo === null ? _(errorText('ap_passport.photo.required')) : undefined;

  const keep = (kept: KeptPhoto | null) => {
    setPhoto(kept);
    purchaseFlow.send({ type: 'photoKept', photo: kept });
  };
  function next(): void {
    setAttempt((times) => times + 1);
    if (photo !== null) go(STEPS.check);
  }
  return (
    <Stack gap="lg">
      <ErrorSummary
        attempt={attempt}
        errors={missing ? [{ field: 'photo_id', text: missing }] : []}
      />
      <Card>
        <Stack gap="md">
          <Text tone="muted">
            <Trans>The gate compares it with whoever shows the passport.</Trans>
          </Text>
          <PhotoField value={photo} onChange={keep} error={missing} onWorking={setWorking} />
        </Stack>
      </Card>
      {!working && (
        <Inline>
          <Button onClick={next}>
            <Trans>Next</Trans>
          </Button>
          <LinkButton to={STEPS.design} variant="outline">
            <Trans>Back</Trans>
          </LinkButton>
        </Inline>
      )}
    </Stack>
  );
}
