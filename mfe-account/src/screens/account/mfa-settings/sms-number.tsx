import { Trans, useLingui } from '@lingui/react/macro';
import { codeSent, userSaved } from '@portal/kit/auth';
import { changePhone, JAPAN, type User } from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import { Button, Inline, Stack, Text, toast, useFocusAfterChange } from '@portal/kit/ui';
import {
  ActionButton,
  ApiErrorBanner,
  apiErrorCode,
  ErrorSummary,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import {
  type ConfirmedAction,
  codeSentTo,
  type SentCodeState,
  StepUp,
  useStepUp,
} from '@portal/kit/ui/step-up';
import { lazy, Suspense, useState } from 'react';
import * as v from 'valibot';
import { FormSkeleton } from '../../../data/with-member.tsx';
import { focusRow, SettingRow } from '../setting-row.tsx';

const ID = 'sms-number';
/** With its list of countries it is fetched when a member changes the number, not before. */
const PhoneField = lazy(async () => ({
  default: (await import('@portal/kit/ui/phone-field')).PhoneField,
}));

type Step =
  | { readonly kind: 'shown' }
  | { readonly kind: 'typing' }
  | { readonly kind: 'sent'; readonly code: SentCodeState };

type Props = {
  readonly member: User;
  /** The confirmed number, masked. */
  readonly sms: string;
};

/** Changes the number that gets the codes. The right code to the new one replaces the present one, not before. */
export function SmsNumber({ member, sms }: Props) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useStepUp('change_phone', { inside: true });
  const [step, setStep] = useState<Step>({ kind: action.returned ? 'typing' : 'shown' });
  useFocusAfterChange(step.kind, () => focusRow(ID));

  function changed(user: User | undefined): void {
    if (user) userSaved(user);
    setStep({ kind: 'shown' });
    toast(t`Your number has been changed.`);
    void revalidate();
  }

  return (
    <SettingRow
      id={ID}
      label={<Trans>Number for text messages</Trans>}
      value={sms}
      opened={action.returned}
    >
      <Stack gap="md">
        <Text>
          <Trans>Codes by text message go to {sms}.</Trans>
        </Text>
        {step.kind === 'shown' && (
          <>
            <ApiErrorBanner error={action.error} />
            <div>
              <ActionButton
                wide="onPhone"
                variant="outline"
                action={action}
                onClick={() => action.prepare(() => setStep({ kind: 'typing' }))}
              >
                <Trans>Change the number</Trans>
              </ActionButton>
            </div>
          </>
        )}
        {/* It stays while the code is asked for, so that the number typed is kept. */}
        <div hidden={step.kind !== 'typing'}>
          {step.kind !== 'shown' && (
            <Suspense fallback={<FormSkeleton />}>
              <NumberForm
                member={member}
                action={action}
                onSent={(code) => setStep({ kind: 'sent', code })}
                onCancel={() => setStep({ kind: 'shown' })}
              />
            </Suspense>
          )}
        </div>
        {step.kind === 'sent' && (
          <CodeOfNewNumber
            code={step.code}
            onChanged={changed}
            onAgain={() => setStep({ kind: 'typing' })}
          />
        )}
      </Stack>
    </SettingRow>
  );
}

const FormSchema = v.object({
  phone: v.pipe(v.string(), v.trim(), v.nonEmpty('required.phone')),
  phone_country_code: v.string(),
});

type NumberFormProps = {
  readonly member: User;
  readonly action: ConfirmedAction;
  readonly onSent: (code: SentCodeState) => void;
  readonly onCancel: () => void;
};

function NumberForm({ member, action, onSent, onCancel }: NumberFormProps) {
  const { t } = useLingui();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { phone: '', phone_country_code: member.phone_country_code ?? JAPAN },
    onSubmit: (body) =>
      action.perform(changePhone, { body }, (answer) => {
        if (answer.ok) {
          codeSent('verify_phone_change');
          return onSent(codeSentTo(answer.data));
        }
        if (answer.error.kind === 'api' && answer.error.descriptions) {
          action.clear();
          form.showServerErrors(answer.error.descriptions);
        }
      }),
  });
  const { values, change } = form;
  return (
    <form {...form.props}>
      <Stack gap="md">
        <ErrorSummary {...form.summary} />
        <ApiErrorBanner error={action.error} />
        <PhoneField
          name="phone"
          label={t`New phone number`}
          error={form.errorOf('phone')}
          required
          value={{ number: values.phone, country: values.phone_country_code }}
          onChange={({ number, country }) => change({ phone: number, phone_country_code: country })}
          onLeave={() => form.leave('phone')}
        />
        <Text size="sm" tone="muted">
          <Trans>
            We send a code to the new number. Codes go to your current number until you have entered
            it. We let you know by email, and you can undo the change for 72 hours.
          </Trans>
        </Text>
        <Inline>
          <SubmitButton action={action}>
            <Trans>Send a code to this number</Trans>
          </SubmitButton>
          <Button wide="onPhone" variant="outline" onClick={onCancel}>
            <Trans>Keep the current number</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}

type CodeProps = {
  readonly code: SentCodeState;
  readonly onChanged: (user: User | undefined) => void;
  readonly onAgain: () => void;
};

function CodeOfNewNumber({ code, onChanged, onAgain }: CodeProps) {
  return (
    <Stack gap="md">
      <StepUp
        type="verify_phone_change"
        sent={code}
        onRefused={(error) => {
          // Another code cannot help: the step-up or the request has expired. The form asks for both.
          const refused = apiErrorCode(error);
          const isOver =
            refused === 'user.step_up_required' || refused === 'user.change_phone.token_expired';
          if (isOver) onAgain();
          return isOver;
        }}
        onVerified={({ user }) => onChanged(user)}
      />
      <Inline>
        <Button variant="link" onClick={onAgain}>
          <Trans>Use another number</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
