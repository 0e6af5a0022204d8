import { useLingui } from '@lingui/react';
import type { ApiError, Result } from '@portal/kit/api';
import { NewPasswordSchema } from '@portal/kit/contract';
import {
  type Action,
  apiErrorCode,
  apiErrorText,
  FormCard,
  NewPasswordField,
  type NewPasswordFieldProps,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import type { ReactNode } from 'react';
import * as v from 'valibot';

const FormSchema = v.object({ password: NewPasswordSchema });

type Props<Data> = {
  /** The account's address, so that the password manager stores the password under it. */
  readonly email: string;
  readonly action: Action;
  readonly send: (password: string) => Promise<Result<Data>>;
  readonly onDone: (data: Data) => void;
  /** Called with an error of the server; returns true if the screen handles it. */
  readonly onRefused: (error: ApiError) => boolean;
  readonly field?: Pick<NewPasswordFieldProps, 'label' | 'autoFocus'>;
  /** Shown above the button: what setting the password causes. */
  readonly note?: ReactNode;
  readonly submitLabel: ReactNode;
};

/** Asks for a new password. The password stays in memory and is never stored in a draft. */
export function NewPasswordForm<Data>(props: Props<Data>) {
  const { email, action, send, onDone, onRefused, field, note, submitLabel } = props;
  const { i18n } = useLingui();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { password: '' },
    onSubmit: submit,
  });
  const refused = apiErrorCode(action.error) === 'user.password_invalid' ? action.error : null;
  const password = form.password('password');

  async function submit(values: v.InferOutput<typeof FormSchema>): Promise<void> {
    const answer = await action.run(() => send(values.password));
    if (!answer) return;
    if (answer.ok) return onDone(answer.data);
    const { error } = answer;
    if (onRefused(error)) return;
    if (error.kind === 'api' && error.descriptions?.password) {
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
