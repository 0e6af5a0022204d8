import { Trans, useLingui } from '@lingui/react/macro';
import { EmailSchema } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Card, Stack, Text } from '@portal/kit/ui';
import {
  ApiErrorBanner,
  EmailField,
  ErrorSummary,
  FlowPage,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { Confirmed, ResendWait, unusableReason } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import * as v from 'valibot';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { resetFlow, STEPS, useStepNames } from './flow.ts';

const FormSchema = v.object({ email: EmailSchema });

/** The address as typed on the sign-in page, whose link carries it behind `#`; else undefined. */
const takeAddress = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('email') ?? undefined;

export function Component() {
  const { t } = useLingui();
  const go = useGo();
  const { action, send } = usePublicCode('mfa_forgot_password');
  const [state] = useState(resetFlow.state);
  const [typed] = useState(takeAddress);
  const confirmed = state.kind === 'confirmed' && Date.now() < state.until;
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { email: typed ?? state.email },
    onChange: ({ email }) => void resetFlow.send({ type: 'addressTyped', email }),
    onSubmit: submit,
  });

  async function submit({ email }: v.InferOutput<typeof FormSchema>): Promise<void> {
    const now = resetFlow.state();
    // The member came back to this step; a code to this address is still usable.
    const usable = now.kind === 'sent' && now.code.to === email && !unusableReason(now.code);
    const last = now.kind === 'sent' && now.code.to === email ? now.code : undefined;
    const code = usable ? now.code : await send(email, last);
    if (!code) return;
    resetFlow.send({ type: 'codeSent', code });
    go(STEPS.verify);
  }

  return (
    <FlowPage heading={<Trans>Set a new password</Trans>} steps={useStepNames()} current={0}>
      <Card>
        {confirmed ? (
          <Confirmed next={STEPS.form} />
        ) : (
          <form {...form.props}>
            <Stack gap="lg">
              <Text>
                <Trans>
                  Enter your account’s email address. We will send a code to it, and then you can
                  choose a new password.
                </Trans>
              </Text>
              <ErrorSummary {...form.summary} />
              <ApiErrorBanner error={action.error} />
              <EmailField
                {...form.text('email')}
                autoComplete="username"
                label={t`Email address`}
                required
              />
              <ResendWait type="mfa_forgot_password" error={action.error} />
              <SubmitButton action={action}>
                <Trans>Send a code to this address</Trans>
              </SubmitButton>
            </Stack>
          </form>
        )}
      </Card>
    </FlowPage>
  );
}
