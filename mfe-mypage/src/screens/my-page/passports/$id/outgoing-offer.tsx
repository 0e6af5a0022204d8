import { Trans } from '@lingui/react/macro';
import { offerEnd, type Passport } from '@portal/kit/contract';
import { sentenceGap } from '@portal/kit/i18n';
import { Banner, Stack } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { type ReactElement, useEffect, useRef } from 'react';
import { GiftLetter } from '../../../../passports/gift-letter.tsx';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { HeldNote } from './held-note.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

type Props = {
  readonly passport: Passport;
  /** The member has just made the offer: the button to take it back gets the focus. */
  readonly isNew: boolean;
};

/** Tells the owner about the open offer to a member, until when it stands, and lets them withdraw it. */
export function OutgoingOffer({ passport, isNew }: Props): ReactElement {
  const action = useWithdrawal(passport);
  const { other, giver_name, message, requested_at } = passport.transfer ?? {};
  const withdrawal = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) withdrawal.current?.focus();
  }, [isNew]);
  const requestedAt = requested_at ?? passport.created_at;
  const since = <DateText date={requestedAt} />;
  const until = <DateText date={offerEnd(requestedAt)} />;
  return (
    <Banner
      tone="info"
      title={<Trans>You have offered this passport to {other}</Trans>}
      action={
        <ActionButton
          ref={withdrawal}
          variant="outline"
          size="sm"
          action={action}
          onClick={action.withdraw}
        >
          <Trans>Withdraw the offer</Trans>
        </ActionButton>
      }
    >
      <Stack gap="sm">
        <ApiErrorBanner error={action.error} />
        <GiftLetter from={giver_name ?? null} message={message ?? null} />
        <p>
          <Trans>
            Since {since}. Its code does not open the gate until they answer or you withdraw the
            offer.
          </Trans>
          {sentenceGap()}
          <Trans>If nobody answers, the offer ends by itself on {until}.</Trans>
        </p>
        <HeldNote transfer={passport.transfer} />
      </Stack>
    </Banner>
  );
}
