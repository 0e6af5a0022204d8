import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import { type EndpointInput, setPasswordByTicket } from '@portal/shared-contract';
import { Text } from '@portal/shared-ui';
import { apiErrorCode, useAction } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { NewPasswordForm } from './new-password-form.tsx';

type Props = {
  readonly type: EndpointInput<typeof setPasswordByTicket>['body']['type'];
  readonly ticket: string;
  readonly email: string;
  /** Called with the token that makes this browser known at the sign-in. */
  readonly onDone: (deviceToken: string) => void;
  /**
   * Called when the ticket has expired or was used already. The member needs a new code or link.
   */
  readonly onTicketInvalid: (error: ApiError) => void;
};

/** Sets a new password with the ticket of a verified code or link (product §7.28). */
export function TicketForm({ type, ticket, email, onDone, onTicketInvalid }: Props): ReactElement {
  const action = useAction();

  function refused(error: ApiError): boolean {
    const invalid = TICKET_INVALID.includes(apiErrorCode(error) ?? '');
    if (invalid) onTicketInvalid(error);
    return invalid;
  }

  return (
    <NewPasswordForm
      email={email}
      action={action}
      send={(password) =>
        call(setPasswordByTicket, { body: { type, ticket, password } }, { purpose: 'form' })
      }
      onDone={({ data }) => onDone(data.device_token)}
      onRefused={refused}
      note={
        <Text size="sm" tone="muted">
          <Trans>All devices are signed out, and we tell you by e-mail.</Trans>
        </Text>
      }
      submitLabel={<Trans>Set password</Trans>}
    />
  );
}

const TICKET_INVALID: readonly string[] = ['mfa_forgot_password.token_expired', 'token.not_found'];
