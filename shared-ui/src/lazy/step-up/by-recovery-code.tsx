import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { RecoveryCodeSchema } from '@portal/shared-contract';
import type { ReactElement, ReactNode } from 'react';
import * as v from 'valibot';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { SubmitButton } from '../../flow/submit-button.tsx';
import { useAction } from '../../flow/use-action.ts';
import { ErrorSummary } from '../../form/error-summary.tsx';
import { usePortalForm } from '../../form/use-portal-form.ts';
import { Stack } from '../../layout.tsx';
import { TextField } from '../../text-field.tsx';

const FormSchema = v.object({ code: RecoveryCodeSchema });

type Props<T> = {
  readonly check: (code: string) => Promise<Result<T>>;
  readonly onProven: (stepUp: T) => void;
  readonly children?: ReactNode;
};

/** Asks for a recovery code as a step-up. */
export function ByRecoveryCode<T>({ check, onProven, children }: Props<T>): ReactElement {
  const { t } = useLingui();
  const action = useAction();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { code: '' },
    onSubmit: async ({ code }) => {
      const answer = await action.run(() => check(code));
      if (answer?.ok) onProven(answer.data);
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        {children}
        <ErrorSummary {...form.summary} />
        <ApiErrorBanner error={action.error} />
        <TextField
          {...form.text('code')}
          label={t`Recovery code`}
          hint={t`Choose one that you have not used before.`}
          autoComplete="off"
          required
        />
        <SubmitButton action={action}>
          <Trans>Confirm</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
