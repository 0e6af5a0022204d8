import { useLingui } from '@lingui/react';
import type { ApiError } from '@portal/shared-api';
import { NewPasswordSchema } from '@portal/shared-contract';
import {
  type Action,
  apiErrorCode,
  apiErrorText,
  FormCard,
  NewPasswordField,
  type NewPasswordFieldProps,
  SubmitButton,
  usePortalForm,
} from '@portal/shared-ui/forms';
import type { ReactElement, ReactNode } from 'react';
import * as v from 'valibot';

const FormSchema = v.object({ password: NewPasswordSchema });

type Props = {
  /** The account's address, so that the password manager stores the password under it. */
  readonly email: string;
  readonly action: Action;
  /** Returns the error that the form has to show. */
  readonly onSubmit: (password: string) => Promise<ApiError | undefined>;
  readonly field?: Pick<NewPasswordFieldProps, 'label' | 'autoFocus'>;
  /** Shown above the button: what setting the password causes. */
  readonly note?: ReactNode;
  readonly submitLabel: ReactNode;
};

/** Asks for a new password. The password stays in memory and is never stored in a draft. */
export function NewPasswordForm(props: Props): ReactElement {
  const { email, action, onSubmit, field, note, submitLabel } = props;
  const { i18n } = useLingui();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { password: '' },
    onSubmit: submit,
  });
  const refused = apiErrorCode(action.error) === 'user.password_invalid' ? action.error : null;
  const password = form.password('password');

  async function submit(values: v.InferOutput<typeof FormSchema>): Promise<void> {
    const error = await onSubmit(values.password);
    if (error?.kind === 'api' && error.descriptions?.password) {
      form.showServerErrors(error.descriptions);
    }
  }

  return (
    <FormCard form={form} error={refused ? null : action.error}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        {...field}
        {...password}
        error={password.error ?? (refused ? i18n._(apiErrorText(refused)) : undefined)}
        onChange={(event) => {
          if (refused) action.clear();
          password.onChange(event);
        }}
      />
      {note}
      <SubmitButton action={action}>{submitLabel}</SubmitButton>
    </FormCard>
  );
}
