import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type Passport, updatePassport } from '@portal/kit/contract';
import { type ReactElement, useState } from 'react';
import { PhotoField } from '../../../../passports/photo/photo-field.tsx';
import type { UploadedPhoto } from '../../../../passports/photo/upload-photo.ts';
import { ActionRow } from './action-row.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { usePassportAction } from './use-passport-action.ts';

/** Changes the photo, until the identity is confirmed with it. */
export function ChangePhoto({ passport }: { readonly passport: Passport }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <ActionRow
      icon="user"
      title={<Trans>Change the photo</Trans>}
      note={<Trans>Possible until your identity is confirmed</Trans>}
      onOpen={() => setOpen(true)}
    >
      <PhotoDialog passport={passport} open={open} onClose={() => setOpen(false)} />
    </ActionRow>
  );
}

type DialogProps = {
  readonly passport: Passport;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Uploads a photo and puts it on the passport. */
export function PhotoDialog({ passport, open, onClose }: DialogProps): ReactElement {
  const { t } = useLingui();
  const [photo, setPhoto] = useState<UploadedPhoto | null>(null);
  const action = usePassportAction();
  const close = () => {
    setPhoto(null);
    onClose();
  };
  const save = (chosen: UploadedPhoto) =>
    action.change(
      () =>
        call(
          updatePassport,
          { params: { id: passport.id }, body: { photo_id: chosen.photo_id } },
          { purpose: 'form' },
        ),
      { message: t`The photo has been saved.`, onSuccess: close },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      action={action}
      title={<Trans>Photo</Trans>}
      confirm={photo && <Trans>Save</Trans>}
      onConfirm={() => photo && void save(photo)}
    >
      <PhotoField value={photo} onChange={setPhoto} />
    </ConfirmDialog>
  );
}
