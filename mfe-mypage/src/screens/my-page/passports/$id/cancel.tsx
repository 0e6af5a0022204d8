import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { cancelPassport, isUnpaid, type Passport, todayInJapan } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { toast } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { ActionRow } from './action-row.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useConfirmedPassportAction } from './use-passport-action.ts';

/** Cancels the passport, or returns it if it is a gift. */
export function Cancel({ passport }: { readonly passport: Passport }): ReactElement {
  return passport.gift ? (
    <ReturnGift passport={passport} />
  ) : (
    <CancelPurchase passport={passport} />
  );
}

function ReturnGift({ passport }: { readonly passport: Passport }): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const action = useConfirmedPassportAction('cancel_passport', 'return');
  const [open, setOpen] = useState(action.returned);
  const close = () => setOpen(false);
  const giveBack = () =>
    action.perform(
      () => call(cancelPassport, { params: { id: passport.id } }, { purpose: 'form' }),
      (answer) => {
        if (!answer.ok) return;
        toast(t`The passport has been returned.`);
        // Its page is no longer the member's to open.
        go('/my-page', { replace: true });
      },
    );
  return (
    <ActionRow
      icon="close"
      title={<Trans>Return the passport</Trans>}
      note={<Trans>Possible until the day before it starts</Trans>}
      error={open ? null : action.error}
      onOpen={() => action.prepare(() => setOpen(true))}
    >
      <ConfirmDialog
        open={open}
        onClose={close}
        action={action}
        title={<Trans>Return the passport?</Trans>}
        confirm={<Trans>Return the passport</Trans>}
        onConfirm={giveBack}
        danger
      >
        <p>
          <Trans>
            It was given to you, so it goes back to whoever gave it or paid for it. You can no
            longer use it after that.
          </Trans>
        </p>
      </ConfirmDialog>
    </ActionRow>
  );
}

function CancelNote({ passport }: { readonly passport: Passport }): ReactElement {
  const until = passport.cancel_until;
  if (until === null || until < todayInJapan(new Date())) {
    return <Trans>Possible while it is unpaid</Trans>;
  }
  if (typeof passport.kind.cancel === 'object') {
    return (
      <Trans>
        Possible until <DateText date={until} />, while it has not been used
      </Trans>
    );
  }
  return <Trans>Possible until the day before it starts, or while it is unpaid</Trans>;
}

/** Cannot be undone. */
function CancelPurchase({ passport }: { readonly passport: Passport }): ReactElement {
  const { t } = useLingui();
  const action = useConfirmedPassportAction('cancel_passport', 'cancel');
  const [open, setOpen] = useState(action.returned);
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
      note={
        passport.holder.kind === 'adult' ? (
          <Trans>Possible until somebody has accepted it</Trans>
        ) : (
          <CancelNote passport={passport} />
        )
      }
      error={open ? null : action.error}
      onOpen={() => action.prepare(() => setOpen(true))}
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
        {!isUnpaid(passport) && Boolean(passport.price) && (
          <p>
            <Trans>We will refund what you have paid.</Trans>
          </p>
        )}
      </ConfirmDialog>
    </ActionRow>
  );
}
