import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { userAtom, useSession } from '@portal/shared-auth';
import {
  answerPassportTransfer,
  offerEnd,
  type Passport,
  withdrawPassportTransfer,
} from '@portal/shared-contract';
import { validationText } from '@portal/shared-i18n';
import { useGo, useLocale } from '@portal/shared-routing';
import { Banner, Button, Inline, LinkButton, Stack, toast } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/shared-ui/forms';
import { missingLabels } from '@portal/shared-ui/profile-changes';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';
import { usePassportAction } from './use-passport-action.ts';

type Props = { readonly passport: Passport };

type OutgoingProps = Props & {
  /** The member has just made the offer: the button to take it back gets the focus. */
  readonly isNew: boolean;
};

/** Tells the owner about the open offer, until when it stands, and lets them withdraw it. */
export function OutgoingOffer({ passport, isNew }: OutgoingProps): ReactElement {
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
            <Trans>The passport stays yours, and its code works again at once.</Trans>
          </p>
        </Stack>
      </Dialog>
    </Banner>
  );
}

/** Lets the receiver accept or decline the offer. */
export function IncomingOffer({ passport }: Props): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const [declining, setDeclining] = useState(false);
  const accept = usePassportAction();
  const reject = useAction();
  const { other } = passport.transfer ?? {};
  const answer = (status: 'accepted' | 'rejected') =>
    call(
      answerPassportTransfer,
      { params: { id: passport.id }, body: { status } },
      { purpose: 'form' },
    );

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
          <ActionButton
            action={accept}
            onClick={() =>
              void accept.change(() => answer('accepted'), {
                message: t`The passport is now yours.`,
              })
            }
          >
            <Trans>Accept</Trans>
          </ActionButton>
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
        <AcceptProblem error={accept.error} />
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
 * it lacks and the way to its form and back (product §14.27, §14.92).
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
