import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { TICKET_MS, verifyPublicCode } from '@portal/kit/contract';
import { type LoaderFunctionArgs, useGo } from '@portal/kit/routing';
import { Card, Inline, LinkButton, Text } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { CodeForm } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { resetFlow, STEPS, useStepNames } from './flow.ts';

const TYPE = 'mfa_forgot_password';

export const loader = ({ request }: LoaderFunctionArgs) => resetFlow.openStep(request);

/** Second step: asks for the code. Only the email message tells whether the address has an account. */
export function Component() {
  const go = useGo();
  const sending = usePublicCode(TYPE);
  const [state, setState] = useState(resetFlow.state);
  const names = useStepNames();
  if (state.kind !== 'sent') return null;
  const { code } = state;

  return (
    <FlowPage heading={<Trans>Enter the code</Trans>} steps={names} current={1}>
      <Card gap="md">
        <CodeForm
          key={code.expiresAt}
          type={TYPE}
          sent={code}
          check={(typed) =>
            call(
              verifyPublicCode,
              { body: { type: TYPE, email: code.to, code: typed, request: code.request ?? '' } },
              { purpose: 'form' },
            )
          }
          onTried={(tried) => setState(resetFlow.send({ type: 'codeTried', code: tried }))}
          onVerified={({ data }) => {
            if (data.ticket === undefined)
              throw new Error('The code was right, but the answer has no ticket');
            const until = Date.now() + TICKET_MS;
            resetFlow.send({ type: 'codeAccepted', ticket: data.ticket, until });
            go(STEPS.form, { replace: true });
          }}
          resend={{
            action: sending.action,
            async send() {
              const next = await sending.send(code.to, code);
              if (next) setState(resetFlow.send({ type: 'codeSent', code: next }));
              return next !== undefined;
            },
          }}
        />
        <Text size="sm" tone="muted">
          <Trans>
            The button in our email works too, for 24 hours. If nothing arrives, your account may
            have another address.
          </Trans>
        </Text>
        <Inline>
          <LinkButton to={STEPS.start} variant="link">
            <Trans>Use another address</Trans>
          </LinkButton>
        </Inline>
      </Card>
    </FlowPage>
  );
}
