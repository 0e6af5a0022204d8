import { Trans, useLingui } from '@lingui/react/macro';
import { userAtom, userSaved, useSession } from '@portal/kit/auth';
import { NewPasswordSchema, setMyPassword } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import {
  apiErrorCode,
  apiErrorText,
  FlowPage,
  FormCard,
  NewPasswordField,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import * as v from 'valibot';
import { CurrentPasswordField } from './current-password-field.tsx';
import { type PasswordFlow, usePasswordSteps } from './password-flow.ts';

const currentPassword = v.pipe(v.string(), v.nonEmpty('required.current_password'));
const ChangeSchema = v.pipe(
  v.object({ current_password: currentPassword, password: NewPasswordSchema }),
  v.forward(
    v.partialCheck(
      [['current_password'], ['password']],
      ({ current_password, password }) => current_password !== password,
      'password.same_as_current',
    ),
    ['password'],
  ),
);
const SetSchema = v.object({
  current_password: v.optional(v.string()),
  password: NewPasswordSchema,
});
type Passwords = v.InferOutput<typeof ChangeSchema | typeof SetSchema>;

/** Second step of a new password: the form. The password is kept in memory only. */
export function PasswordForm({ flow }: { readonly flow: PasswordFlow }) {
  const { i18n } = useLingui();
  const { kind } = flow;
  const heading =
    kind === 'change' ? <Trans>Choose a new password</Trans> : <Trans>Choose a password</Trans>;
  const go = useGo();
  const form = usePortalForm({
    schema: kind === 'change' ? ChangeSchema : SetSchema,
    initialValues: { password: '', ...(kind === 'change' && { current_password: '' }) },
    onSubmit: submit,
  });
  const action = useStepUp('set_password');
  const email = useSession(userAtom)?.email;
  const wrongCurrent = apiErrorCode(action.error) === 'user.current_password_invalid';
  const refusedNew = apiErrorCode(action.error) === 'user.password_invalid';

  function submit(body: Passwords): void {
    action.perform(setMyPassword, { body }, (answer) => {
      if (answer.ok) {
        userSaved(answer.data.data);
        flow.send({ type: 'actionDone' });
        go(flow.steps.complete, { replace: true });
      } else if (answer.error.kind === 'api' && answer.error.descriptions) {
        form.showServerErrors(answer.error.descriptions);
      }
    });
  }

  const newField = form.password('password');
  return (
    <FlowPage heading={heading} steps={usePasswordSteps()} current={1}>
      <StepUpArea action={action}>
        <FormCard form={form} error={wrongCurrent || refusedNew ? null : action.error}>
          {/* For the password manager: whose password this is. */}
          <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
          {kind === 'change' && (
            <CurrentPasswordField
              field={form.password('current_password')}
              action={action}
              wrong={wrongCurrent}
            />
          )}
          <NewPasswordField
            {...newField}
            error={
              newField.error ??
              (refusedNew && action.error ? i18n._(apiErrorText(action.error)) : undefined)
            }
            onChange={(event) => {
              if (refusedNew) action.clear();
              newField.onChange(event);
            }}
          />
          <Text size="sm" tone="muted">
            <Trans>
              You stay signed in here. All other devices will be signed out, and we will let you
              know by email.
            </Trans>
          </Text>
          <SubmitButton action={action}>
            {kind === 'change' ? <Trans>Change password</Trans> : <Trans>Set password</Trans>}
          </SubmitButton>
        </FormCard>
      </StepUpArea>
    </FlowPage>
  );
}
