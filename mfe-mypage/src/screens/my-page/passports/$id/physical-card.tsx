import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { issuePhysicalCard, type Passport } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { ActionRow } from './action-row.tsx';
import { AskFirst } from './ask-first.tsx';
import { usePassAction } from './use-pass-action.ts';

/** Orders the card of plastic; before the identity is confirmed it says how one comes to it. */
export function PhysicalCard({ pass }: { readonly pass: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const action = usePassAction();
  const ready = pass.confirmed_id_at !== null && pass.photo !== null;
  const close = () => setOpen(false);
  const order = () =>
    action.change(() => call(issuePhysicalCard, { params: { id: pass.id } }, { purpose: 'form' }), {
      say: t`The physical card has been ordered.`,
      after: close,
    });
  return (
    <ActionRow
      icon="card"
      title={<Trans>Physical card</Trans>}
      note={<Trans>A card of plastic with your design and photo</Trans>}
      onOpen={() => setOpen(true)}
    >
      <AskFirst
        open={open}
        onClose={close}
        action={action}
        title={ready ? <Trans>Order the physical card?</Trans> : <Trans>Physical card</Trans>}
        confirm={ready && <Trans>Order</Trans>}
        onConfirm={() => void order()}
      >
        {ready ? (
          <p>
            <Trans>
              We make the card as the passport looks now. After that the design can no longer be
              changed, and the passport can no longer be transferred or cancelled.
            </Trans>
          </p>
        ) : pass.photo === null ? (
          <p>
            <Trans>Please add a photo to the passport first.</Trans>
          </p>
        ) : (
          <p>
            <Trans>
              Your identity has to be confirmed first. Please show this passport and your ID at the
              counter; then you can order the card here.
            </Trans>
          </p>
        )}
      </AskFirst>
    </ActionRow>
  );
}
