import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { issuePhysicalCard, type Passport } from '@portal/kit/contract';
import { type ReactElement, useState } from 'react';
import { ActionRow } from './action-row.tsx';
import { CardDelivery } from './card-delivery.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { usePassportAction } from './use-passport-action.ts';

/** Orders the physical card, or says what is missing for it. */
export function PhysicalCard({ passport }: { readonly passport: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const action = usePassportAction();
  const ready = passport.confirmed_id_at !== null && passport.photo !== null;
  const close = () => setOpen(false);
  const order = () =>
    action.change(
      () => call(issuePhysicalCard, { params: { id: passport.id } }, { purpose: 'form' }),
      {
        message: t`The physical card has been ordered.`,
        onSuccess: close,
      },
    );
  return (
    <ActionRow
      icon="card"
      title={<Trans>Physical card</Trans>}
      note={<Trans>A plastic card with your design and photo</Trans>}
      onOpen={() => setOpen(true)}
    >
      <ConfirmDialog
        open={open}
        onClose={close}
        action={action}
        title={ready ? <Trans>Order the physical card?</Trans> : <Trans>Physical card</Trans>}
        confirm={ready && <Trans>Order</Trans>}
        onConfirm={() => void order()}
      >
        {ready ? (
          <>
            <CardDelivery />
            <p>
              <Trans>
                We make the card as the passport looks now. After that the design can no longer be
                changed, and the passport can no longer be transferred or cancelled.
              </Trans>
            </p>
          </>
        ) : passport.photo === null ? (
          <p>
            <Trans>Add a photo to the passport first.</Trans>
          </p>
        ) : (
          <p>
            <Trans>
              Your identity has to be confirmed first. Show this passport and your ID at the
              counter; then you can order the card here.
            </Trans>
          </p>
        )}
      </ConfirmDialog>
    </ActionRow>
  );
}
