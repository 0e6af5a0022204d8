import { Trans, useLingui } from '@lingui/react/macro';
import { codeSent } from '@portal/kit/auth';
import { changeEmail, EmailSchema, type User } from '@portal/kit/contract';
import { type LoaderFunctionArgs, useGo } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import {
  apiErrorCode,
  EmailField,
  FlowPage,
  FormCard,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { codeSentTo, ResendWait, StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import * as v from 'valibot';
import { loadMemberLater, WithMember } from '../../../data/with-member.tsx';
import { CurrentPasswordField } from '../../../password/current-password-field.tsx';
import { changeEmailFlow, STEPS, useStepNames } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  changeEmailFlow.openStep(request) ?? loadMemberLater();

export function Component() {
  return (
    <FlowPage heading={<Trans>Enter the new address</Trans>} steps={useStepNames()} current={1}>
      <WithMember>{(member) => <AddressForm member={member} />}</WithMember>
    </FlowPage>
  );
}

const passwordIf = (set: boolean) =>
  set ? v.pipe(v.string(), v.nonEmpty('required.current_password')) : v.optional(v.string());

const formSchema = ({ email, password_set }: User) =>
  v.object({
    email: v.pipe(
      EmailSchema,
      v.check((typed) => typed.toLowerCase() !== email.toLowerCase(), 'email.same_as_current'),
    ),
    current_password: passwordIf(password_set),
  });

function AddressForm({ member }: { readonly member: User }) {
  const { t } = useLingui();
  const go = useGo();
  const form = usePortalForm({
    schema: formSchema(member),
    initialValues: {
      email: changeEmailFlow.state().email,
      current_password: member.password_set ? '' : undefined,
    },
    onChange: ({ email }) => void changeEmailFlow.send({ type: 'addressTyped', email }),
    onSubmit: submit,
  });
  const action = useStepUp('change_email');
  const wrongPassword = apiErrorCode(action.error) === 'user.change_mail.password_incorrect';

  function submit(body: v.InferOutput<ReturnType<typeof formSchema>>): void {
    action.perform(changeEmail, { body }, (answer) => {
      if (!answer.ok) return;
      codeSent('verify_email_change');
      const code = codeSentTo({ ...answer.data, email: body.email });
      changeEmailFlow.send({ type: 'codeSent', email: body.email, code });
      go(STEPS.verify);
    });
  }

  return (
    <StepUpArea action={action}>
      <FormCard form={form} error={wrongPassword ? null : action.error}>
        <EmailField {...form.text('email')} label={t`New email address`} required />
        {member.password_set && (
          <CurrentPasswordField
            field={form.password('current_password')}
            action={action}
            wrong={wrongPassword}
          />
        )}
        <Text size="sm" tone="muted">
          <Trans>
            We will send a code to the new address to make sure that it is yours. We also let your
            current address know, and the change can be undone from there for 72 hours.
          </Trans>
        </Text>
        {/* After the address was corrected, its code has to wait like any second code. */}
        <ResendWait type="verify_email_change" error={action.error} />
        <SubmitButton action={action}>
          <Trans>Send a code to this address</Trans>
        </SubmitButton>
      </FormCard>
    </StepUpArea>
  );
}
