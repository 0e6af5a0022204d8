import { Trans } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useGo } from '@portal/kit/routing';
import { Banner, Inline, LinkButton, Page, Stack, Text } from '@portal/kit/ui';
import { useState } from 'react';
import { SignInButton } from '../../flow/sign-in-button.tsx';
import { TicketForm } from '../../flow/ticket-form.tsx';
import { STEPS, setPasswordFlow } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) => setPasswordFlow.openStep(request);

/** Sets the first password, after the link in the welcome message confirmed the address. */
export function Component() {
  const go = useGo();
  const [state] = useState(setPasswordFlow.state);
  const [ticketInvalid, setTicketInvalid] = useState(false);
  if (state.kind !== 'confirmed') return null;

  return (
    <Page heading={<Trans>Set a password</Trans>}>
      {ticketInvalid ? (
        <Stack gap="lg">
          <Banner tone="warning">
            <Trans>This page has expired. You can still set a password with a code by email.</Trans>
          </Banner>
          <Inline>
            <LinkButton wide="onPhone" to="/reset-password">
              <Trans>Set a password</Trans>
            </LinkButton>
          </Inline>
        </Stack>
      ) : (
        <Stack gap="lg">
          <Banner tone="success">
            <Trans>Your email address has been confirmed.</Trans>
          </Banner>
          <Text>
            <Trans>
              With a password, you can sign in with your email address as well as with LINE.
            </Trans>
          </Text>
          <TicketForm
            type="verify_email_link"
            ticket={state.ticket}
            email={state.email}
            onDone={(deviceToken) => {
              setPasswordFlow.send({ type: 'passwordSet', deviceToken });
              go(STEPS.complete, { replace: true });
            }}
            onTicketInvalid={() => {
              setPasswordFlow.send({ type: 'ticketSpent' });
              setTicketInvalid(true);
            }}
          />
          <Inline>
            <Text size="sm" tone="muted">
              <Trans>Not now?</Trans>
            </Text>
            <SignInButton variant="outline" />
          </Inline>
        </Stack>
      )}
    </Page>
  );
}
