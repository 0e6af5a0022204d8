import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import {
  answerPassportTransfer,
  type Passport,
  withdrawPassportTransfer,
} from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import { Banner, Button, Inline, LinkButton, Stack, toast } from '@portal/shared-ui';
import { Dialog } from '@portal/shared-ui/dialog';
import { ActionButton, Problem, useAction } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { DateText } from '../../../../passes/pass-dates.tsx';
import { useReturnHere } from '../../../../passes/use-return-here.ts';
import { usePassAction } from './use-pass-action.ts';

type Props = { readonly pass: Passport };

/** The sender's side of a transfer under way. */
export function OutgoingOffer({ pass }: Props): ReactElement {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const action = usePassAction();
  const other = pass.transfer?.other;
  const since = <DateText date={pass.transfer?.requested_at ?? ''} />;
  const withdraw = () =>
    action.change(
      () => call(withdrawPassportTransfer, { params: { id: pass.id } }, { purpose: 'form' }),
      { say: t`The offer has been taken back.`, after: () => setAsking(false) },
    );
  return (
    <Banner
      tone="warning"
      title={<Trans>You have offered this passport to {other}</Trans>}
      action={
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          <Trans>Take the offer back</Trans>
        </Button>
      }
    >
      <Trans>
        Since {since}. Its code does not open the gate until they answer or you take the offer back.
      </Trans>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        needsAnswer
        title={<Trans>Take the offer back?</Trans>}
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              <Trans>Keep the offer</Trans>
            </Button>
            <ActionButton action={action} onClick={() => void withdraw()}>
              <Trans>Take it back</Trans>
            </ActionButton>
          </>
        }
      >
        <Stack gap="md">
          <Problem error={action.error} />
          <p>
            <Trans>The passport stays yours, and its code works again at once.</Trans>
          </p>
        </Stack>
      </Dialog>
    </Banner>
  );
}

/** The receiver's side: to take the pass or not. */
export function IncomingOffer({ pass }: Props): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const [declining, setDeclining] = useState(false);
  const accept = usePassAction();
  const reject = useAction();
  const { other } = pass.transfer ?? {};
  const answer = (status: 'accepted' | 'rejected') =>
    call(
      answerPassportTransfer,
      { params: { id: pass.id }, body: { status } },
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
              void accept.change(() => answer('accepted'), { say: t`The passport is now yours.` })
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
          {pass.holder.kind === 'child' ? (
            <Trans>Once you accept, it is yours, and the child named on it uses it.</Trans>
          ) : (
            <Trans>
              Once you accept, it is yours and carries your name. You then add a photo of your own.
            </Trans>
          )}
        </p>
        <ProfileFirst error={accept.error} />
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
          <Problem error={reject.error} />
          <p>
            <Trans>It stays with {other}, who is told so.</Trans>
          </p>
        </Stack>
      </Dialog>
    </Banner>
  );
}

/** Why it could not be accepted; without a complete profile there is nobody to name on the pass. */
function ProfileFirst({
  error,
}: {
  readonly error: ReturnType<typeof useAction>['error'];
}): ReactElement {
  const returnHere = useReturnHere('passport');
  if (error?.kind !== 'api' || !error.descriptions?.profile) return <Problem error={error} />;
  return (
    <Banner
      tone="warning"
      action={
        <LinkButton to="/account/edit" size="sm" onClick={returnHere}>
          <Trans>Complete your profile</Trans>
        </LinkButton>
      }
    >
      <span role="alert">
        <Trans>
          Please complete your profile first. A passport carries your name and your age.
        </Trans>
      </span>
    </Banner>
  );
}
