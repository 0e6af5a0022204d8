import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { offerEnd, type Passport, withdrawPassportTransfer } from '@portal/shared-contract';
import { Banner, Button, Stack } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import { ActionButton, ApiErrorBanner } from '@portal/shared-ui/forms';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { HeldNote } from './held-note.tsx';
import { usePassportAction } from './use-passport-action.ts';

type Props = {
  readonly passport: Passport;
  /** The member has just made the offer: the button to take it back gets the focus. */
  readonly isNew: boolean;
};

/** Tells the owner about the open offer to a member, until when it stands, and lets them withdraw it. */
export function OutgoingOffer({ passport, isNew }: Props): ReactElement {
  const { t } = useLingui();
  const [confirming, setConfirming] = useState(false);
  const action = usePassportAction();
  const other = passport.transfer?.other;
  const withdrawal = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) withdrawal.current?.focus();
  }, [isNew]);
  const requestedAt = passport.transfer?.requested_at ?? passport.created_at;
  const since = <DateText date={requestedAt} />;
  const until = <DateText date={offerEnd(requestedAt)} />;
  const withdraw = () =>
    action.change(
      () => call(withdrawPassportTransfer, { params: { id: passport.id } }, { purpose: 'form' }),
      { message: t`The offer has been withdrawn.`, onSuccess: () => setConfirming(false) },
    );
  return (
    <Banner
      tone="warning"
      title={<Trans>You have offered this passport to {other}</Trans>}
      action={
        <Button ref={withdrawal} variant="outline" size="sm" onClick={() => setConfirming(true)}>
          <Trans>Withdraw the offer</Trans>
        </Button>
      }
    >
      <Trans>
        Since {since}. Its code does not open the gate until they answer or you withdraw the offer.
      </Trans>{' '}
      <Trans>If nobody answers, the offer ends by itself on {until}.</Trans>
      <HeldNote transfer={passport.transfer} />
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        needsAnswer
        title={<Trans>Withdraw the offer?</Trans>}
        actions={
          <>
            <Button variant="outline" onClick={() => setConfirming(false)}>
              <Trans>Keep the offer</Trans>
            </Button>
            <ActionButton action={action} onClick={() => void withdraw()}>
              <Trans>Withdraw</Trans>
            </ActionButton>
          </>
        }
      >
        <Stack gap="md">
          <ApiErrorBanner error={action.error} />
          <p>
            {passport.holder.kind === 'adult' ? (
              <Trans>The passport stays yours, to offer it again or to cancel it.</Trans>
            ) : (
              <Trans>The passport stays yours, and its code works again at once.</Trans>
            )}
          </p>
        </Stack>
      </Dialog>
    </Banner>
  );
}
