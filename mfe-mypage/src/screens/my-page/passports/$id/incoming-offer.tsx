import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { userAtom, useSession } from '@portal/kit/auth';
import { offerEnd, type Passport } from '@portal/kit/contract';
import { useGo, useLocale, useRevalidator } from '@portal/kit/routing';
import { Banner, Button, LinkButton, Stack, Text, toast } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import { ActionButton, ApiErrorBanner, useAction, validationText } from '@portal/kit/ui/forms';
import { missingLabels } from '@portal/kit/ui/profile-changes';
import { useState } from 'react';
import { GiftTicket } from '../../../../passports/gift-ticket.tsx';
import { DateText, PassportDates } from '../../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';
import { HeldNote } from './outgoing-offer.tsx';

type Props = {
  readonly passport: Passport;
  readonly answer: (status: 'accepted' | 'rejected') => Promise<Result<unknown>>;
  /** What is done when the passport is the member's; by default the page shows it anew. */
  readonly onAccepted?: () => void;
};

export function IncomingOffer({ passport, answer, onAccepted }: Props) {
  const { t, i18n } = useLingui();
  const go = useGo();
  const { revalidate } = useRevalidator();
  const [declining, setDeclining] = useState(false);
  const accepting = useAction();
  const reject = useAction();
  const locale = useLocale();
  const member = useSession(userAtom);
  const returnHere = useRememberReturnTo();
  const missing = member ? missingLabels(member, locale, i18n) : undefined;
  const { other, giver_name, message, requested_at, held_until } = passport.transfer ?? {};
  const giver = giver_name ?? other;
  const until = requested_at && <DateText date={offerEnd(requested_at)} />;

  async function accept(): Promise<void> {
    const accepted = await accepting.run(() => answer('accepted'));
    if (!accepted?.ok) return;
    toast(t`The passport is now yours.`);
    if (onAccepted) onAccepted();
    else void revalidate();
  }

  async function decline(): Promise<void> {
    const rejected = await reject.run(() => answer('rejected'));
    if (!rejected?.ok) return;
    toast(t`You have declined the passport.`);
    go('/my-page', { replace: true });
  }

  return (
    <>
      <AcceptProblem error={accepting.error} missing={missing} />
      <GiftTicket
        designId={passport.design_id}
        title={<Trans>{giver} would like to give you an annual passport</Trans>}
        period={<PassportDates passport={passport} />}
        message={message ?? null}
        until={until && <Trans>Answer by {until}.</Trans>}
      >
        {!held_until && missing && (
          <LinkButton size="lg" variant="light" to="/account/edit" onClick={returnHere}>
            <Trans>Complete your profile</Trans>
          </LinkButton>
        )}
        {!held_until && !missing && (
          <ActionButton size="lg" variant="light" action={accepting} onClick={() => void accept()}>
            <Trans>Accept</Trans>
          </ActionButton>
        )}
        <Button size="lg" variant="lift" onClick={() => setDeclining(true)}>
          <Trans>Decline</Trans>
        </Button>
      </GiftTicket>
      <Stack gap="sm">
        <HeldNote transfer={passport.transfer} />
        <p>
          {passport.holder.kind === 'child' ? (
            <Trans>Once you accept, it is yours, and the child named on it uses it.</Trans>
          ) : (
            <Trans>
              Once you accept, it is yours and carries your name. You then add a photo of your own.
            </Trans>
          )}
        </p>
        {giver_name && (
          <Text tone="muted">
            <Trans>Registered name of the giver: {other}</Trans>
          </Text>
        )}
      </Stack>
      <Dialog
        open={declining}
        onClose={() => setDeclining(false)}
        needsAnswer
        title={<Trans>Decline the passport?</Trans>}
        actions={
          <>
            <Button variant="outline" onClick={() => setDeclining(false)}>
              <Trans>Not now</Trans>
            </Button>
            <ActionButton action={reject} onClick={() => void decline()}>
              <Trans>Decline</Trans>
            </ActionButton>
          </>
        }
      >
        <Stack gap="md">
          <ApiErrorBanner error={reject.error} />
          <p>
            <Trans>It stays with {giver}, and we will let them know.</Trans>
          </p>
        </Stack>
      </Dialog>
    </>
  );
}

/** Why the offer cannot be accepted. An incomplete profile is named before the member tries, with what it lacks. */
function AcceptProblem({
  error,
  missing,
}: {
  readonly error: ReturnType<typeof useAction>['error'];
  readonly missing: string | undefined;
}) {
  const { i18n } = useLingui();
  const returnHere = useRememberReturnTo();
  const refused = error?.kind === 'api' && error.descriptions?.profile !== undefined;
  if (!refused && (error || !missing)) return <ApiErrorBanner error={error} />;
  return (
    <Banner
      tone="warning"
      action={
        // What only the server misses has no button in the place of the one that accepts.
        !missing && (
          <LinkButton to="/account/edit" size="sm" onClick={returnHere}>
            <Trans>Complete your profile</Trans>
          </LinkButton>
        )
      }
    >
      {/* Another element, because an alert is read out when it appears. */}
      <p key={String(refused)} role={refused ? 'alert' : undefined}>
        {i18n._(validationText('required.profile'))}
      </p>
      {missing && (
        <p>
          <Trans>Still missing: {missing}</Trans>
        </p>
      )}
    </Banner>
  );
}
