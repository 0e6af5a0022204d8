import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  type EndpointAnswer,
  listPassportDesigns,
  type Passport,
  updatePassport,
} from '@portal/kit/contract';
import { Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { DesignChoice } from '../../../../passports/design-choice.tsx';
import { PhotoField } from '../../../../passports/photo/photo-field.tsx';
import type { UploadedPhoto } from '../../../../passports/photo/upload-photo.ts';
import { ActionRow, ConfirmDialog, type PassportAction, usePassportAction } from './action.tsx';

type Designs = Result<EndpointAnswer<typeof listPassportDesigns>>;

/** Changes the design, until the physical card is issued. */
export function ChangeDesign({ passport }: { readonly passport: Passport }) {
  const { t } = useLingui();
  const [designs, setDesigns] = useState<Designs>();
  const [chosen, setChosen] = useState(passport.design_id);
  const action = usePassportAction();

  async function open(): Promise<void> {
    setChosen(passport.design_id);
    action.open();
    if (!designs?.ok) setDesigns(await call(listPassportDesigns, {}, { purpose: 'form' }));
  }
  const save = () =>
    action.change(
      updatePassport,
      { params: { id: passport.id }, body: { design_id: chosen } },
      t`The design has been changed.`,
    );

  return (
    <ActionRow
      icon="ticket"
      title={<Trans>Change the design</Trans>}
      note={<Trans>Until the physical card is made</Trans>}
      action={{ ...action, open: () => void open() }}
    >
      <ConfirmDialog
        action={action}
        title={<Trans>Change the design</Trans>}
        confirm={designs?.ok && <Trans>Save</Trans>}
        onConfirm={save}
      >
        {!designs && (
          <SkeletonGroup>
            <Skeleton shape="block" />
          </SkeletonGroup>
        )}
        {designs && !designs.ok && <ApiErrorBanner error={designs.error} />}
        {designs?.ok && (
          <DesignChoice
            designs={designs.data.data.filter(
              ({ id }) => passport.kind.designs?.includes(id) ?? true,
            )}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </ConfirmDialog>
    </ActionRow>
  );
}

/** Changes the photo, until the identity is confirmed with it. */
export function ChangePhoto({ passport }: { readonly passport: Passport }) {
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

export function PhotoDialog({ passport: { id }, action }: DialogProps) {
  const { t } = useLingui();
  const [photo, setPhoto] = useState<UploadedPhoto | null>(null);
  const close = () => {
    setPhoto(null);
    action.close();
  };
  const save = ({ photo_id }: UploadedPhoto) =>
    action.change(
      updatePassport,
      { params: { id }, body: { photo_id } },
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
