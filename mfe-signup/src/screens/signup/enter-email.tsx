import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { authStore, isLoginAtom } from '@portal/kit/auth';
import { EmailSchema, listTerms } from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import {
  type Deferred,
  deferred,
  href,
  type LoaderFunctionArgs,
  replace,
  useGo,
  useLoaderData,
  useLocation,
} from '@portal/kit/routing';
import { Banner, Text } from '@portal/kit/ui';
import {
  Checkbox,
  EmailField,
  FlowPage,
  FormCard,
  SubmitButton,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { ResendWait, unusableReason } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import * as v from 'valibot';
import { TermsLink } from '../../flow/terms-link.tsx';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { STEPS, signUpFlow, ticketOf, useStepNames } from './flow.ts';
import { HandoverNote, takeHandover } from './line/handover.tsx';
import { isEmailChoice } from './sign-up-choice.ts';

type Data = {
  /** The version of the terms that is in force. */
  readonly terms: Deferred<Result<string>>;
};

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const { pathname } = new URL(request.url);
  const handedOver = takeHandover(pathname, (ticket) =>
    signUpFlow.send({ type: 'ticketArrived', ...ticket }),
  );
  if (handedOver) return handedOver;
  if (authStore.get(isLoginAtom)) return replace(href('/signup', localeOf(pathname)));
  return { terms: await deferred(versionInForce()) };
}

async function versionInForce(): Promise<Result<string>> {
  const answer = await call(listTerms);
  if (!answer.ok) return answer;
  const [inForce] = answer.data.data;
  if (!inForce) throw new Error('No terms are in force.');
  return { ...answer, data: inForce.version };
}

export function Component() {
  const { terms } = useLoaderData<Data>();
  const { state } = useLocation();
  // A snapshot from when the step opened, so that typing does not change the notices around the form.
  const [kept] = useState(() =>
    isEmailChoice(state) ? signUpFlow.send({ type: 'emailChosen' }) : signUpFlow.state(),
  );
  const hasTicket = ticketOf(kept) !== undefined;
  return (
    <FlowPage
      heading={<Trans>Your email address</Trans>}
      steps={useStepNames({ withPassword: !hasTicket })}
      current={0}
    >
      <HandoverNote hasTicket={hasTicket} />
      {kept.termsChanged && (
        <Banner tone="warning">
          <Trans>
            The terms of service have changed in the meantime. Read them again and agree.
          </Trans>
        </Banner>
      )}
      <WhenLoaded data={terms}>{(version) => <AddressForm terms={version} />}</WhenLoaded>
    </FlowPage>
  );
}

const FormSchema = v.object({
  email: EmailSchema,
  agreed: v.pipe(v.boolean(), v.value(true, 'required.terms')),
});

function AddressForm({ terms }: { readonly terms: string }) {
  const { t } = useLingui();
  const go = useGo();
  const { action, send } = usePublicCode('signup');
  const [{ email, agreed }] = useState(signUpFlow.state);
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { email, agreed },
    onChange: (values) => void signUpFlow.send({ type: 'typed', ...values }),
    onSubmit: submit,
  });

  async function submit(values: v.InferOutput<typeof FormSchema>): Promise<void> {
    const { sent } = signUpFlow.state();
    // The member came back to this step; a code to this address is still usable.
    const usable = sent?.code.to === values.email && !unusableReason(sent.code);
    const last = sent?.code.to === values.email ? sent.code : undefined;
    const code = usable ? sent.code : await send(values.email, last);
    if (!code) return;
    signUpFlow.send({ type: 'codeSent', code, terms });
    go(STEPS.verify);
  }

  return (
    <FormCard form={form} error={action.error}>
      <EmailField
        {...form.text('email')}
        label={t`Email address`}
        hint={t`We send a six-digit code to it, to make sure that it is yours.`}
        required
      />
      <Checkbox
        {...form.checkbox('agreed')}
        label={
          <Trans>
            I agree to the <TermsLink>terms of service</TermsLink>
          </Trans>
        }
        required
      />
      <ResendWait type="signup" error={action.error} />
      <SubmitButton action={action}>
        <Trans>Send a code to this address</Trans>
      </SubmitButton>
      <Text size="sm" tone="muted">
        <Trans>Next, you enter the code and then your details.</Trans>
      </Text>
    </FormCard>
  );
}
