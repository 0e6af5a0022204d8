import { Trans, useLingui } from '@lingui/react/macro';
import { NewPasswordSchema } from '@portal/shared-contract';
import { Card, Inline, Stack } from '@portal/shared-ui';
import {
  type Action,
  ActionButton,
  codeOf,
  ErrorSummary,
  formValues,
  NewPasswordField,
  Problem,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import type { FormEvent, ReactElement } from 'react';
import * as v from 'valibot';
import type { SignUp } from './use-sign-up.ts';

const FormSchema = v.object({ password: NewPasswordSchema });

type Props = {
  readonly email: string;
  readonly code: string;
  readonly signUp: SignUp;
  readonly action: Action;
};

/** The password of the account to be; it stays in its field and nowhere else. */
export function ChoosePassword({ email, code, signUp, action }: Props): ReactElement {
  const { t, i18n } = useLingui();
  const { formProps, errorOf, summary, report } = useFormErrors(FormSchema);
  const refused = codeOf(action.error) === 'user.password_invalid';

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { password } = v.parse(FormSchema, formValues(event.currentTarget));
    const answer = await action.run(() => signUp.ask(code, password));
    if (!answer) return;
    if (answer.ok) return signUp.signedUp(answer.data);
    if (signUp.refused(answer.error)) return;
    if (answer.error.kind === 'api' && answer.error.descriptions?.password) {
      report(answer.error.descriptions);
    }
  }

  return (
    <Card>
      <form {...formProps} onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          <ErrorSummary {...summary} />
          {!refused && <Problem error={action.error} />}
          {/* For the password manager: whose password this is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField
            label={t`Password`}
            autoFocus
            error={
              errorOf('password') ??
              (refused && action.error ? i18n._(wordsOf(action.error)) : undefined)
            }
            onEdit={() => refused && action.clear()}
          />
          <Inline>
            <ActionButton type="submit" action={action}>
              <Trans>Create the account</Trans>
            </ActionButton>
          </Inline>
        </Stack>
      </form>
    </Card>
  );
}
