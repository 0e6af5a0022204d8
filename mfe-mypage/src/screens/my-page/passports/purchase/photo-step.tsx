import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useGo } from '@portal/kit/routing';
import { Button, Card, Inline, Stack, Text, useFocusAfterChange } from '@portal/kit/ui';
import { ErrorSummary, fieldId } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { HolderPhoto } from '../../../../passports/holder-photo.tsx';
import { PhotoField } from '../../../../passports/photo/photo-field.tsx';
import type { UploadedPhoto } from '../../../../passports/photo/upload-photo.ts';
import { purchaseFlow, STEPS } from './flow.ts';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';
import { useRequiredField } from './use-required-field.ts';

const NAME = 'photo_id';

/** Third step: the holder's photo. One that is known is chosen; another is uploaded at once, and the flow keeps its id. */
export function PhotoStep() {
  const { t } = useLingui();
  const go = useGo();
  const [photo, setPhoto] = useState(() => purchaseFlow.state().choices.photo);
  const [working, setWorking] = useState(false);
  const required = useRequiredField(NAME, msg`Add a photo.`, photo !== null);

  useFocusAfterChange(photo?.known, () => document.getElementById(fieldId(NAME))?.focus());

  const choose = (chosen: UploadedPhoto | null) => {
    setPhoto(chosen);
    purchaseFlow.send({ type: 'photoUploaded', photo: chosen });
    // It was looked at in the editor.
    if (chosen) go(STEPS.check);
  };
  const work = (isWorking: boolean) => {
    setWorking(isWorking);
    if (isWorking) required.forget();
  };
  function next(): void {
    if (required.check()) go(STEPS.check);
  }
  return (
    <Stack gap="lg">
      <ErrorSummary {...required.summary} />
      <Card gap="md">
        <Text tone="muted">
          <Trans>At the gate, it is compared with the person who shows the passport.</Trans>
        </Text>
        {photo?.known ? (
          <Inline>
            <HolderPhoto src={photo.url} alt={t`The photo you have added`} size="lg" />
            <Stack gap="sm" align="start">
              <Text>
                <Trans>We use the photo of the same person that you have added before.</Trans>
              </Text>
              <Button variant="outline" onClick={() => choose(null)}>
                <Trans>Use another photo</Trans>
              </Button>
            </Stack>
          </Inline>
        ) : (
          <PhotoField value={photo} onChange={choose} error={required.missing} onWorking={work} />
        )}
      </Card>
      {!working && (
        <PurchaseBar kinds={kindsOf(purchaseFlow.state())} back={STEPS.design}>
          <Button onClick={next}>
            <Trans>Next</Trans>
          </Button>
        </PurchaseBar>
      )}
    </Stack>
  );
}
