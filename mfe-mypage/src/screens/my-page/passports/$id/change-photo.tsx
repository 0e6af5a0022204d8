import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { type Passport, updatePassport } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { type KeptPhoto, PhotoField } from '../../../../passes/photo/photo-field.tsx';
import { ActionRow } from './action-row.tsx';
import { AskFirst } from './ask-first.tsx';
import { usePassAction } from './use-pass-action.ts';

/** Another photo, until the identity is confirmed by the present one. */
export function ChangePhoto({ pass }: { readonly pass: Passport }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <ActionRow
      icon="user"
      title={<Trans>Change the photo</Trans>}
      note={<Trans>Possible until your identity is confirmed</Trans>}
      onOpen={() => setOpen(true)}
    >
      <PhotoDialog pass={pass} open={open} onClose={() => setOpen(false)} />
    </ActionRow>
  );
}

type DialogProps = {
  readonly pass: Passport;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Takes a photo and puts it on the pass. */
export function PhotoDialog({ pass, open, onClose }: DialogProps): ReactElement {
  const { t } = useLingui();
  const [photo, setPhoto] = useState<KeptPhoto | null>(null);
  const action = usePassAction();
  const close = () => {
    setPhoto(null);
    onClose();
  };
  const save = (chosen: KeptPhoto) =>
    action.change(
      () =>
        call(
          updatePassport,
          { params: { id: pass.id }, body: { photo_id: chosen.photo_id } },
          { purpose: 'form' },
        ),
      { say: t`The photo has been saved.`, after: close },
    );
  return (
    <AskFirst
      open={open}
      onClose={close}
      action={action}
      title={<Trans>Photo</Trans>}
      confirm={photo && <Trans>Save</Trans>}
      onConfirm={() => photo && void save(photo)}
    >
      <PhotoField value={photo} onChange={setPhoto} />
    </AskFirst>
  );
}
