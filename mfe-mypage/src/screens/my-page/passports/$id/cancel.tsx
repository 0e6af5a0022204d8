import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { cancelPassport, isUnpaid, type Passport } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { ActionRow } from './action-row.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { usePassportAction } from './use-passport-action.ts';

/** Cancels the passport, which cannot be undone (product §14.18). */
export function Cancel({ passport }: { readonly passport: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const action = usePassportAction();
  const close = () => setOpen(false);
  const cancel = () =>
    action.change(
      () => call(cancelPassport, { params: { id: passport.id } }, { purpose: 'form' }),
      {
        message: t`The passport has been cancelled.`,
        onSuccess: close,
      },
    );
  return (
    <ActionRow
      icon="close"
      title={<Trans>Cancel the passport</Trans>}
      note={<Trans>Possible until the day before it starts, or while it is unpaid</Trans>}
      onOpen={() => setOpen(true)}
    >
      <ConfirmDialog
        open={open}
        onClose={close}
        action={action}
        title={<Trans>Cancel the passport?</Trans>}
        confirm={<Trans>Cancel the passport</Trans>}
        onConfirm={() => void cancel()}
        danger
      >
        <p>
          <Trans>It can no longer be used after that, and this cannot be undone.</Trans>
        </p>
        {!isUnpaid(passport) && passport.price > 0 && (
          <p>
            <Trans>We will refund what you have paid.</Trans>
          </p>
        )}
      </ConfirmDialog>
    </ActionRow>
  );
}
