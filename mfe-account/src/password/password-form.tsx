import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { passwordSet, userAtom, userSaved, useSession } from '@portal/shared-auth';
import { NewPasswordSchema, setMyPassword } from '@portal/shared-contract';
import { Card, Inline, Stack, Text } from '@portal/shared-ui';
import {
  ActionButton,
  codeOf,
  ErrorSummary,
  formValues,
  NewPasswordField,
  PasswordField,
  Problem,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import { useStepUp } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useRef } from 'react';
import * as v from 'valibot';

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
const SetSchema = v.object({ password: NewPasswordSchema });

type Props = {
  /** `change` asks for the present password, `set` gives the first one. */
  readonly kind: 'change' | 'set';
  readonly onDone: () => void;
};

/** A new password. Nothing of it is kept anywhere but in the fields. */
export function PasswordForm({ kind, onDone }: Props): ReactElement {
  const { t, i18n } = useLingui();
  const schema = kind === 'change' ? ChangeSchema : SetSchema;
  const { formProps, errorOf, summary, report } = useFormErrors(schema);
  const action = useStepUp(kind === 'change' ? 'mfa_change_password' : 'mfa_setting_password');
  const current = useRef<HTMLInputElement>(null);
  const email = useSession(userAtom)?.email;
  const wrongCurrent = codeOf(action.error) === 'user.current_password_invalid';
  const refusedNew = codeOf(action.error) === 'user.password_invalid';

  function submit(event: FormEvent<HTMLFormElement>): void {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const body = v.parse(schema, formValues(event.currentTarget));
    action.perform(
      () => call(setMyPassword, { body }, { purpose: 'form' }),
      (answer) => {
        if (answer.ok) {
          passwordSet();
          userSaved(answer.data.data);
          onDone();
        } else if (codeOf(answer.error) === 'user.current_password_invalid') {
          current.current?.focus();
        } else if (answer.error.kind === 'api' && answer.error.descriptions) {
          report(answer.error.descriptions);
        }
      },
    );
  }

  const words = action.error ? i18n._(wordsOf(action.error)) : undefined;
  return (
    <>
      {action.confirm}
      <div hidden={action.confirm !== null}>
        <Card>
          <form {...formProps} onSubmit={submit}>
            <Stack gap="lg">
              <ErrorSummary {...summary} />
              {!wrongCurrent && !refusedNew && <Problem error={action.error} />}
              {/* For the password manager: whose password this is. */}
              <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
              {kind === 'change' && (
                <PasswordField
                  ref={current}
                  name="current_password"
                  autoComplete="current-password"
                  label={t`Current password`}
                  required
                  onChange={() => wrongCurrent && action.clear()}
                  error={errorOf('current_password') ?? (wrongCurrent ? words : undefined)}
                />
              )}
              <NewPasswordField
                error={errorOf('password') ?? (refusedNew ? words : undefined)}
                onEdit={() => refusedNew && action.clear()}
              />
              <Text size="sm" tone="muted">
                <Trans>
                  You stay signed in here. All other devices are signed out, and we tell you by
                  e-mail.
                </Trans>
              </Text>
              <Inline>
                <ActionButton type="submit" action={action}>
                  {kind === 'change' ? <Trans>Change password</Trans> : <Trans>Set password</Trans>}
                </ActionButton>
              </Inline>
            </Stack>
          </form>
        </Card>
      </div>
    </>
  );
}
