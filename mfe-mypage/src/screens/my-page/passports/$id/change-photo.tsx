import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type Passport, updatePassport } from '@portal/kit/contract';
import { type ReactElement, useState } from 'react';
import { PhotoField } from '../../../../passports/photo/photo-field.tsx';
import type { UploadedPhoto } from '../../../../passports/photo/upload-photo.ts';
import { ActionRow, ConfirmDialog, type PassportAction, usePassportAction } from './action.tsx';

/** Changes the photo, until the identity is confirmed with it. */
export function ChangePhoto({ passport }: { readonly passport: Passport }): ReactElement {
  const action = usePassportAction();
  return (
    <ActionRow
      icon="user"
      title={<Trans>Change the photo</Trans>}
      note={<Trans>Possible until your identity is confirmed</Trans>}
      action={action}
    >
      <PhotoDialog passport={passport} action={action} />
    </ActionRow>
  );
}

type DialogProps = { readonly passport: Passport; readonly action: PassportAction };

export function PhotoDialog({ passport: { id }, action }: DialogProps): ReactElement {
  const { t } = useLingui();
  const [photo, setPhoto] = useState<UploadedPhoto | null>(null);
  const close = () => {
    setPhoto(null);
    action.close();
  };
  const save = ({ photo_id }: UploadedPhoto) =>
    action.change(
      () => call(updatePassport, { params: { id }, body: { photo_id } }, { purpose: 'form' }),
      t`The photo has been saved.`,
      () => setPhoto(null),
    );
  return (
    <ConfirmDialog
      action={{ ...action, close }}
      title={<Trans>Photo</Trans>}
      confirm={photo && <Trans>Save</Trans>}
      onConfirm={() => photo && save(photo)}
    >
      <PhotoField value={photo} onChange={setPhoto} />
    </ConfirmDialog>
  );
}
