import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { Banner, Button } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { PhotoDialog } from './change-photo.tsx';

/** Asks for a photo: without one there is no QR code, and a transfer removes the photo. */
export function MissingPhotoNotice({ passport }: { readonly passport: Passport }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Banner
      tone="warning"
      title={<Trans>A photo is missing</Trans>}
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          <Trans>Add a photo</Trans>
        </Button>
      }
    >
      <Trans>
        At the gate, it is compared with the person who shows the passport. Without it, there is no
        code.
      </Trans>
      <PhotoDialog passport={passport} open={open} onClose={() => setOpen(false)} />
    </Banner>
  );
}
