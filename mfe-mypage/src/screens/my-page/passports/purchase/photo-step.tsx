import { Trans } from '@lingui/react/macro';
import { errorText } from '@portal/shared-i18n';
import { useGo } from '@portal/shared-routing';
import { Button, Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { ErrorSummary } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { PhotoField } from '../../../../passports/photo/photo-field.tsx';
import type { UploadedPhoto } from '../../../../passports/photo/upload-photo.ts';
import { purchaseFlow, STEPS } from './flow.ts';
import { useRequiredField } from './use-required-field.ts';

/** Third step: the holder's photo. It is uploaded at once, and the flow keeps its id. */
export function PhotoStep(): ReactElement {
  const go = useGo();
  const [photo, setPhoto] = useState(() => purchaseFlow.state().choices.photo);
  const [working, setWorking] = useState(false);
  const required = useRequiredField(
    'photo_id',
    errorText('ap_passport.photo.required'),
    photo !== null,
  );

  const choose = (chosen: UploadedPhoto | null) => {
    setPhoto(chosen);
    purchaseFlow.send({ type: 'photoUploaded', photo: chosen });
  };
  function next(): void {
    if (required.check()) go(STEPS.check);
  }
  return (
    <Stack gap="lg">
      <ErrorSummary {...required.summary} />
      <Card>
        <Stack gap="md">
          <Text tone="muted">
            <Trans>At the gate, it is compared with the person who shows the passport.</Trans>
          </Text>
          <PhotoField
            value={photo}
            onChange={choose}
            error={required.missing}
            onWorking={setWorking}
          />
        </Stack>
      </Card>
      {!working && (
        <Inline>
          <Button wide="onPhone" onClick={next}>
            <Trans>Next</Trans>
          </Button>
          <LinkButton to={STEPS.design} variant="outline" wide="onPhone">
            <Trans>Back</Trans>
          </LinkButton>
        </Inline>
      )}
    </Stack>
  );
}
