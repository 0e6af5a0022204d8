import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { CodeSchema } from '@portal/shared-contract';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { ActionButton, useAction } from '../../flow/action.tsx';
import { ApiErrorBanner, apiErrorCode, apiErrorText } from '../../flow/api-error-banner.tsx';
import { usePortalForm } from '../../form/use-portal-form.ts';
import { Inline, Stack } from '../../layout.tsx';
import { PinInput } from '../pin-input.tsx';
import { useSelfSubmit } from './use-self-submit.ts';

const FormSchema = v.object({ code: CodeSchema });

export type AppCodeFormProps<Data> = {
  readonly check: (code: string) => Promise<Result<Data>>;
  readonly onRight: (data: Data) => void;
  /** Called instead of showing `user.step_up_required`: the step-up has expired. */
  readonly onStepUpExpired?: () => void;
  /** Shown above the field: where the code comes from. */
  readonly children: ReactNode;
  readonly otherButton?: ReactNode;
};

/** Asks for the code that the authenticator app shows. A wrong code empties the field. */
export function AppCodeForm<Data>(props: AppCodeFormProps<Data>) {
  const { check, onRight, onStepUpExpired, children, otherButton } = props;
  const { t, i18n } = useLingui();
  const action = useAction();
  const self = useSelfSubmit(action.disabled);
  const [tries, setTries] = useState(0);
  const form = usePortalForm({ schema: FormSchema, initialValues: { code: '' }, onSubmit: submit });
  const wrong = apiErrorCode(action.error) === 'user.totp.code_invalid' && action.error;

  async function submit({ code }: v.InferOutput<typeof FormSchema>): Promise<void> {
    const answer = await action.run(() => check(code));
    if (!answer) return;
    if (answer.ok) return onRight(answer.data);
    if (onStepUpExpired && apiErrorCode(answer.error) === 'user.step_up_required')
      return onStepUpExpired();
    self.changed();
    form.change({ code: '' });
    setTries(tries + 1);
  }

  return (
    <form {...form.props} ref={self.form}>
      <Stack gap="md">
        {children}
        {!wrong && <ApiErrorBanner error={action.error} />}
        <PinInput
          key={tries}
          {...form.control('code')}
          label={t`Code`}
          required
          autoFocus={tries > 0}
          onChange={(code) => {
            action.clear();
            self.changed();
            form.change({ code });
          }}
          onComplete={self.onComplete}
          error={form.errorOf('code') ?? (wrong ? i18n._(apiErrorText(wrong)) : undefined)}
        />
        <Inline>
          <ActionButton type="submit" wide="onPhone" action={action}>
            <Trans>Confirm</Trans>
          </ActionButton>
          {otherButton}
        </Inline>
      </Stack>
    </form>
  );
}
