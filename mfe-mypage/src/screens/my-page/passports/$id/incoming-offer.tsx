import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { userAtom, useSession } from '@portal/shared-auth';
import { offerEnd, type Passport } from '@portal/shared-contract';
import { useGo, useLocale, useRevalidator } from '@portal/shared-routing';
import { Banner, Button, Inline, LinkButton, Stack, toast } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import { ActionButton, ApiErrorBanner, useAction, validationText } from '@portal/shared-ui/forms';
import { missingLabels } from '@portal/shared-ui/profile-changes';
import { type ReactElement, useState } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';
import { HeldNote } from './held-note.tsx';

type Props = {
  readonly passport: Passport;
  /** Sends the answer. */
  readonly answer: (status: 'accepted' | 'rejected') => Promise<Result<unknown>>;
  /** What is done when the passport is the member's; by default the page shows it anew. */
  readonly onAccepted?: () => void;
};

/** Lets the receiver accept or decline the offer. */
export function IncomingOffer({ passport, answer, onAccepted }: Props): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const { revalidate } = useRevalidator();
  const [declining, setDeclining] = useState(false);
  const accepting = useAction();
  const reject = useAction();
  const { other, requested_at, held_until } = passport.transfer ?? {};
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
    <Banner
      tone="info"
      title={<Trans>{other} would like to give you this passport</Trans>}
      action={
        <Inline>
          {!held_until && (
            <ActionButton action={accepting} onClick={() => void accept()}>
              <Trans>Accept</Trans>
            </ActionButton>
          )}
          <Button variant="outline" onClick={() => setDeclining(true)}>
            <Trans>Decline</Trans>
          </Button>
        </Inline>
      }
    >
      <Stack gap="sm">
        <p>
          {passport.holder.kind === 'child' ? (
            <Trans>Once you accept, it is yours, and the child named on it uses it.</Trans>
          ) : (
            <Trans>
              Once you accept, it is yours and carries your name. You then add a photo of your own.
            </Trans>
          )}
        </p>
        {until && (
          <p>
            <Trans>Answer by {until}.</Trans>
          </p>
        )}
        <HeldNote transfer={passport.transfer} />
        <AcceptProblem error={accepting.error} />
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
            <Trans>It stays with {other}, and we will let them know.</Trans>
          </p>
        </Stack>
      </Dialog>
    </Banner>
  );
}

/**
 * Why the offer cannot be accepted. An incomplete profile is named before the member tries, with what
 * it lacks and the way to its form and back.
 */
function AcceptProblem({
  error,
}: {
  readonly error: ReturnType<typeof useAction>['error'];
}): ReactElement {
  const { i18n } = useLingui();
  const locale = useLocale();
  const member = useSession(userAtom);
  const returnHere = useRememberReturnTo();
  const refused = error?.kind === 'api' && error.descriptions?.profile !== undefined;
  const missing = member ? missingLabels(member, locale, i18n) : undefined;
  if (!refused && (error || !missing)) return <ApiErrorBanner error={error} />;
  return (
    <Banner
      tone="warning"
      action={
        <LinkButton to="/account/edit" size="sm" onClick={returnHere}>
          <Trans>Complete your profile</Trans>
        </LinkButton>
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
