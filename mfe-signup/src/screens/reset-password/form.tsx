import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/kit/api';
import { RESET_LINK_MS } from '@portal/kit/contract';
import { type LoaderFunctionArgs, mailLinkSecret, replace, useGo } from '@portal/kit/routing';
import { LinkButton } from '@portal/kit/ui';
import { ApiErrorBanner, FlowPage } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { TicketForm } from '../../flow/ticket-form.tsx';
import { resetFlow, STEPS, useStepNames } from './flow.ts';

/** The link of a message brings its code in the address, which is removed from there at once. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const ticket = mailLinkSecret('code', request);
  if (!ticket) return resetFlow.openStep(request);
  window.history.replaceState(window.history.state, '', pathname);
  resetFlow.send({ type: 'linkOpened', ticket, until: Date.now() + RESET_LINK_MS });
  return replace(pathname);
}

export function Component() {
  const go = useGo();
  const [state] = useState(resetFlow.state);
  const [ticketError, setTicketError] = useState<ApiError | null>(null);
  const names = useStepNames();
  if (state.kind !== 'confirmed') return null;

  return (
    <FlowPage heading={<Trans>Choose a new password</Trans>} steps={names} current={2}>
      {ticketError ? (
        <ApiErrorBanner
          error={ticketError}
          action={
            <LinkButton to={STEPS.start} variant="outline" size="sm">
              <Trans>Start again</Trans>
            </LinkButton>
          }
        />
      ) : (
        <TicketForm
          type={state.by ?? 'mfa_forgot_password'}
          ticket={state.ticket}
          email={state.email}
          onDone={(deviceToken) => {
            resetFlow.send({ type: 'passwordSet', deviceToken });
            go(STEPS.complete, { replace: true });
          }}
          onTicketInvalid={(error) => {
            resetFlow.send({ type: 'ticketSpent' });
            setTicketError(error);
          }}
        />
      )}
    </FlowPage>
  );
}
