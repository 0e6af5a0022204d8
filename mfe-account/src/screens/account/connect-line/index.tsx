import { Trans, useLingui } from '@lingui/react/macro';
import { connect, userAtom, userSaved, useSession } from '@portal/kit/auth';
import { beginLineLink, unlinkLine } from '@portal/kit/contract';
import { successText } from '@portal/kit/i18n';
import { Banner, Card, Inline, LinkButton, Text, toast, useFocusAfterChange } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, apiErrorCode } from '@portal/kit/ui/forms';
import { type ConfirmedAction, StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactNode, useEffect, useState } from 'react';
import { loadMemberLater, WithMember } from '../../../data/with-member.tsx';
import { SectionPage } from '../../../sections.tsx';
import { RemainingSignInMethods } from '../../../sign-in-methods.tsx';
import { connectLineFlow } from './flow.ts';

export const loader = loadMemberLater;

export function Component() {
  return (
    <SectionPage section="/account/security" heading={<Trans>Connect LINE</Trans>}>
      <WithMember>{({ line_linked }) => <Connection linked={line_linked} />}</WithMember>
    </SectionPage>
  );
}

function Connection({ linked }: { readonly linked: boolean }) {
  useFocusAfterChange(linked);
  return linked ? <DisconnectLine /> : <ConnectLine />;
}

function ConnectLine() {
  const [leaving, setLeaving] = useState(false);
  const action = useStepUp('link_line', { finish: leave });

  // Going back from LINE may restore this page from the back-forward cache.
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  function leave(): void {
    action.perform(beginLineLink, {}, (answer) => {
      if (!answer.ok) return;
      setLeaving(true);
      const state = crypto.randomUUID();
      connectLineFlow.send({ type: 'leftForLine', state });
      connect('line', { state, ticket: answer.data.data.ticket });
    });
  }

  return (
    <LineCard
      action={action}
      button={
        <ActionButton
          wide="onPhone"
          action={{ ...action, busy: action.busy || leaving }}
          onClick={leave}
        >
          <Trans>Continue to LINE</Trans>
        </ActionButton>
      }
    >
      <Text>
        <Trans>
          Once your LINE account is connected, you can sign in with LINE without typing a password.
        </Trans>
      </Text>
      <Text size="sm" tone="muted">
        <Trans>
          On the next page, LINE asks you to agree to share your profile and, if you like, your
          email address. We only keep your LINE user ID, and we never post anything.
        </Trans>
      </Text>
    </LineCard>
  );
}

/** Disconnects LINE. A member whose only sign-in method is LINE sets a password first. */
function DisconnectLine() {
  const { i18n } = useLingui();
  const action = useStepUp('unlink_line', { finish: disconnect });
  const hasPassword = useSession(userAtom)?.password_set === true;
  const [needsPassword, setNeedsPassword] = useState(
    () => connectLineFlow.state().kind === 'needsPassword',
  );

  function disconnect(): void {
    action.perform(unlinkLine, {}, (answer) => {
      if (answer.ok) {
        connectLineFlow.send({ type: 'disconnected' });
        userSaved(answer.data.data);
        toast(i18n._(successText('unlink_line')));
      } else if (apiErrorCode(answer.error) === 'user.disconnect_line.not_set_password') {
        connectLineFlow.send({ type: 'passwordWanted' });
        setNeedsPassword(true);
        action.clear();
      }
    });
  }

  if (needsPassword && !hasPassword) return <PasswordFirst />;
  return (
    <LineCard
      action={action}
      button={
        <ActionButton wide="onPhone" variant="danger" action={action} onClick={disconnect}>
          <Trans>Disconnect LINE</Trans>
        </ActionButton>
      }
    >
      <Text>
        {needsPassword ? (
          <Trans>Your password is set. You can now disconnect LINE.</Trans>
        ) : (
          <Trans>Your LINE account is connected. You can sign in with LINE.</Trans>
        )}
      </Text>
      <RemainingSignInMethods without="line" />
    </LineCard>
  );
}

function PasswordFirst() {
  return (
    <Banner
      tone="warning"
      title={<Trans>Set a password first</Trans>}
      action={
        <LinkButton wide="onPhone" to="/account/password-settings">
          <Trans>Set a password</Trans>
        </LinkButton>
      }
    >
      <Trans>
        LINE is your only way to sign in. Once you have a password, you come back here to finish.
      </Trans>
    </Banner>
  );
}

type Props = {
  readonly action: ConfirmedAction;
  readonly button: ReactNode;
  readonly children: ReactNode;
};

function LineCard({ action, button, children }: Props) {
  return (
    <StepUpArea action={action}>
      <Card gap="md">
        <ApiErrorBanner error={action.error} />
        {children}
        <Inline>{button}</Inline>
      </Card>
    </StepUpArea>
  );
}
