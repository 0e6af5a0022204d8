import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { userAtom, userSaved, useSession } from '@portal/kit/auth';
import { unlinkLine } from '@portal/kit/contract';
import { successText } from '@portal/kit/i18n';
import { Banner, LinkButton, Text, toast } from '@portal/kit/ui';
import { ActionButton, apiErrorCode } from '@portal/kit/ui/forms';
import { useStepUp } from '@portal/kit/ui/step-up';
import { type ReactElement, useState } from 'react';
import { RemainingSignInMethods } from '../../../sign-in-methods/remaining-sign-in-methods.tsx';
import { connectLineFlow } from './flow.ts';
import { LineCard } from './line-card.tsx';

/** Disconnects LINE. A member whose only sign-in method is LINE sets a password first. */
export function DisconnectLine(): ReactElement {
  const { i18n } = useLingui();
  const action = useStepUp('unlink_line', { finish: disconnect });
  const hasPassword = useSession(userAtom)?.password_set === true;
  const [needsPassword, setNeedsPassword] = useState(
    () => connectLineFlow.state().kind === 'needsPassword',
  );

  function disconnect(): void {
    action.perform(
      () => call(unlinkLine, {}, { purpose: 'form' }),
      (answer) => {
        if (answer.ok) {
          connectLineFlow.send({ type: 'disconnected' });
          userSaved(answer.data.data);
          toast(i18n._(successText('unlink_line')));
        } else if (apiErrorCode(answer.error) === 'user.disconnect_line.not_set_password') {
          connectLineFlow.send({ type: 'passwordWanted' });
          setNeedsPassword(true);
          action.clear();
        }
      },
    );
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

function PasswordFirst(): ReactElement {
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
