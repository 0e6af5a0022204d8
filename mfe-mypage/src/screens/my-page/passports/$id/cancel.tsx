import { Trans, useLingui } from '@lingui/react/macro';
import { cancelPassport, isUnpaid, type Passport, todayInJapan } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { toast } from '@portal/kit/ui';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { ActionRow, ConfirmDialog, useConfirmedPassportAction } from './action.tsx';

type Props = { readonly passport: Passport };

/** Cancels the passport, or returns it if it is a gift. */
export function Cancel({ passport }: Props) {
  return passport.gift ? (
    <ReturnGift passport={passport} />
  ) : (
    <CancelPurchase passport={passport} />
  );
}

function ReturnGift({ passport: { id } }: Props) {
  const { t } = useLingui();
  const go = useGo();
  const action = useConfirmedPassportAction('cancel_passport', 'return');
  const giveBack = () =>
    action.perform(cancelPassport, { params: { id } }, (answer) => {
      if (!answer.ok) return;
      toast(t`The passport has been returned.`);
      // Its page is no longer the member's to open.
      go('/my-page', { replace: true });
    });
  return (
    <ActionRow
      icon="close"
      title={<Trans>Return the passport</Trans>}
      note={<Trans>Possible until the day before it starts</Trans>}
      action={action}
    >
      <ConfirmDialog
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

function CancelPurchase({ passport }: Props) {
  const { t } = useLingui();
  const action = useConfirmedPassportAction('cancel_passport', 'cancel');
  const { id } = passport;
  const cancel = () =>
    action.change(cancelPassport, { params: { id } }, t`The passport has been cancelled.`);
  return (
    <ActionRow
      icon="close"
      title={<Trans>Cancel the passport</Trans>}
      note={<CancelNote passport={passport} />}
      action={action}
    >
      <ConfirmDialog
        action={action}
        title={<Trans>Cancel the passport?</Trans>}
        confirm={<Trans>Cancel the passport</Trans>}
        onConfirm={cancel}
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

function CancelNote({ passport: { cancel_until: until, holder, kind } }: Props) {
  if (holder.kind === 'adult') return <Trans>Possible until somebody has accepted it</Trans>;
  if (until === null || until < todayInJapan(new Date())) {
    return <Trans>Possible while it is unpaid</Trans>;
  }
  if (typeof kind.cancel === 'object') {
    return (
      <Trans>
        Possible until <DateText date={until} />, while it has not been used
      </Trans>
    );
  }
  return <Trans>Possible until the day before it starts, or while it is unpaid</Trans>;
}
