import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { cancelPassport, type Passport } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { isUnpaid } from '../../../../passes/what-can-be-done.ts';
import { ActionRow } from './action-row.tsx';
import { AskFirst } from './ask-first.tsx';
import { usePassAction } from './use-pass-action.ts';

/** Cancels the pass, which cannot be undone. */
export function Cancel({ pass }: { readonly pass: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const action = usePassAction();
  const close = () => setOpen(false);
  const cancel = () =>
    action.change(() => call(cancelPassport, { params: { id: pass.id } }, { purpose: 'form' }), {
      say: t`The passport has been cancelled.`,
      after: close,
    });
  return (
    <ActionRow
      icon="close"
      title={<Trans>Cancel the passport</Trans>}
      note={<Trans>Possible until the day before it starts, or while it is unpaid</Trans>}
      onOpen={() => setOpen(true)}
    >
      <AskFirst
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
        {!isUnpaid(pass) && pass.price > 0 && (
          <p>
            <Trans>What you have paid is paid back.</Trans>
          </p>
        )}
      </AskFirst>
    </ActionRow>
  );
}
