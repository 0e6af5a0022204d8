import { Trans, useLingui } from '@lingui/react/macro';
import { EmailSchema } from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import { Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import {
  ActionButton,
  ErrorSummary,
  FlowPage,
  formValues,
  Problem,
  TextField,
  useFormErrors,
} from '@portal/shared-ui/forms';
import { spent } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { TooSoon } from '../../flow/too-soon.tsx';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { resetFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';

const FormSchema = v.object({ email: EmailSchema });

/** First step: the address. */
export function Component(): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const { formProps, errorOf, summary } = useFormErrors(FormSchema);
  const { action, send } = usePublicCode('mfa_forgot_password');
  const [state] = useState(resetFlow.state);
  const confirmed = state.kind === 'confirmed' && Date.now() < state.until;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { email } = v.parse(FormSchema, formValues(event.currentTarget));
    const now = resetFlow.state();
    // Back, and on again: the code for this address is on its way already.
    const stillGood = now.kind === 'sent' && now.code.to === email && !spent(now.code, Date.now());
    const code = stillGood ? now.code : await send(email);
    if (!code) return;
    resetFlow.send({ type: 'codeSent', code });
    go(STEPS.verify);
  }

  return (
    <FlowPage heading={<Trans>Set a new password</Trans>} steps={useStepNames()} current={0}>
      <Card>
        {confirmed ? (
          <Stack gap="md">
            <Text>
              <Trans>You have confirmed that it is you.</Trans>
            </Text>
            <Inline>
              <LinkButton to={STEPS.form}>
                <Trans>Continue</Trans>
              </LinkButton>
            </Inline>
          </Stack>
        ) : (
          <form {...formProps} onSubmit={(event) => void submit(event)}>
            <Stack gap="lg">
              <Text>
                <Trans>
                  Enter the e-mail address of your account. We send a code to it, and then you
                  choose a new password.
                </Trans>
              </Text>
              <ErrorSummary {...summary} />
              <Problem error={action.error} />
              <TextField
                name="email"
                type="email"
                inputMode="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                label={t`E-mail address`}
                required
                defaultValue={state.email}
                onChange={({ target }) =>
                  resetFlow.send({ type: 'addressTyped', email: target.value })
                }
                error={errorOf('email')}
              />
              <TooSoon type="mfa_forgot_password" error={action.error} />
              <Inline>
                <ActionButton type="submit" action={action}>
                  <Trans>Send a code to this address</Trans>
                </ActionButton>
              </Inline>
            </Stack>
          </form>
        )}
      </Card>
    </FlowPage>
  );
}
