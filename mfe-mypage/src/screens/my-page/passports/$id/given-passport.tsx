import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type Passport, takePassportBack } from '@portal/kit/contract';
import { sentenceGap } from '@portal/kit/i18n';
import { Banner, Button, Stack } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { DateText, momentInJapan } from '../../../../passports/passport-dates.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { usePassportAction } from './use-passport-action.ts';

type Props = { readonly passport: Passport };

/** Tells the giver to whom the passport went, and takes it back for 72 hours. */
export function GivenPassport({ passport }: Props): ReactElement | null {
  const { t } = useLingui();
  const [confirming, setConfirming] = useState(false);
  const action = usePassportAction();
  const { given, id } = passport;
  if (!given) return null;
  const { to, given_at, take_back_until, uses } = given;
  const since = <DateText date={given_at} />;
  const until = take_back_until && momentInJapan(take_back_until);
  const takeBack = () =>
    action.change(() => call(takePassportBack, { params: { id } }, { purpose: 'form' }), {
      message: t`The passport is yours again.`,
      onSuccess: () => setConfirming(false),
    });
  return (
    <Banner
      tone="info"
      title={to ? <Trans>You gave this passport to {to}</Trans> : <Trans>You gave it away</Trans>}
      action={
        until && (
          <Button variant="outline" size="sm" onClick={() => setConfirming(true)}>
            <Trans>Take it back</Trans>
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <p>
          <Trans>It has been theirs since {since}.</Trans>
          {sentenceGap()}
          {until && <Trans>You can take it back until {until} (Japan time).</Trans>}
        </p>
        {uses.map(({ used_at, turnstile }) => {
          const moment = momentInJapan(used_at);
          return (
            <p key={used_at}>
              <Trans>
                Used at a gate: {turnstile}, {moment} (Japan time)
              </Trans>
            </p>
          );
        })}
      </Stack>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        action={action}
        title={<Trans>Take the passport back?</Trans>}
        confirm={<Trans>Take it back</Trans>}
        onConfirm={() => void takeBack()}
      >
        <p>
          <Trans>
            It is yours again at once, as it was before, also if {to} has given it to somebody else.
            Their codes no longer work, and we tell them.
          </Trans>
        </p>
      </ConfirmDialog>
    </Banner>
  );
}
