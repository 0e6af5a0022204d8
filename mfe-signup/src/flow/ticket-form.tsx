import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/kit/api';
import { type EndpointInput, setPasswordByTicket } from '@portal/kit/contract';
import { Card, Inline, Text } from '@portal/kit/ui';
import {
  type Action,
  ActionButton,
  ApiErrorBanner,
  apiErrorCode,
  useAction,
} from '@portal/kit/ui/forms';
import { useRef, useState } from 'react';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetSecondStep } from './reset-second-step.tsx';

type Claim = Pick<EndpointInput<typeof setPasswordByTicket>['body'], 'type' | 'ticket'>;

type Props = Claim & {
  readonly email: string;
  /** Called with the token that makes this browser known at the sign-in. */
  readonly onDone: (deviceToken: string) => void;
  /** Called when the ticket has expired or was used already. The member needs a new code or link. */
  readonly onTicketInvalid: (error: ApiError) => void;
};

export function TicketForm({ type, ticket, email, onDone, onTicketInvalid }: Props) {
  const action = useAction();
  // In memory alone: the password that waits for a second step, and the ticket of that step.
  const [waiting, setWaiting] = useState<string>();
  const [proven, setProven] = useState<string>();
  const typed = useRef('');

  const send = (password: string, claim: Claim = { type, ticket }) =>
    call(setPasswordByTicket, { body: { ...claim, password } }, { purpose: 'form' });

  function refused(error: ApiError): boolean {
    const code = apiErrorCode(error) ?? '';
    if (code === 'user.second_step_required') setWaiting(typed.current);
    else if (TICKET_INVALID.includes(code)) onTicketInvalid(error);
    else return false;
    return true;
  }
  async function sendProven(
    password: string,
    provenTicket: string,
    run: Action['run'],
  ): Promise<void> {
    const claim = { type: 'reset_second_step', ticket: provenTicket } as const;
    const answer = await run(() => send(password, claim));
    if (answer?.ok) onDone(answer.data.data.device_token);
    else if (answer) refused(answer.error);
  }

  if (waiting !== undefined && type !== 'reset_second_step') {
    return (
      <Card gap="md" heading={<Trans context="heading">Confirm that it is you</Trans>}>
        {proven === undefined ? (
          <ResetSecondStep
            claim={{ type, ticket }}
            onProven={(stepTicket) => {
              setProven(stepTicket);
              void sendProven(waiting, stepTicket, action.follow);
            }}
          />
        ) : (
          <>
            <ApiErrorBanner error={action.error} />
            <Inline>
              <ActionButton
                action={action}
                onClick={() => void sendProven(waiting, proven, action.run)}
              >
                <Trans>Set password</Trans>
              </ActionButton>
            </Inline>
          </>
        )}
      </Card>
    );
  }
  return (
    <NewPasswordForm
      email={email}
      action={action}
      send={(password) => {
        typed.current = password;
        return send(password);
      }}
      onDone={({ data }) => onDone(data.device_token)}
      onRefused={refused}
      note={
        <Text size="sm" tone="muted">
          <Trans>This signs you out on all devices, and we will let you know by email.</Trans>
        </Text>
      }
      submitLabel={<Trans>Set password</Trans>}
    />
  );
}

const TICKET_INVALID: readonly string[] = ['mfa_forgot_password.token_expired', 'token.not_found'];
