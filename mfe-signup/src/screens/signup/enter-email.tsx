import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { authStore, isLoginAtom, takeLineSignUp } from '@portal/shared-auth';
import { EmailSchema, listTerms } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import {
  href,
  type LoaderFunctionArgs,
  replace,
  type Soon,
  soon,
  useGo,
  useLoaderData,
  useLocation,
} from '@portal/shared-routing';
import { Banner, Card, Inline, Stack, Text } from '@portal/shared-ui';
import {
  ActionButton,
  Checkbox,
  ErrorSummary,
  FlowPage,
  formValues,
  Problem,
  TextField,
  useFormErrors,
} from '@portal/shared-ui/forms';
import { spent } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { TermsLink } from '../../flow/terms-link.tsx';
import { TooSoon } from '../../flow/too-soon.tsx';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { choseEmail } from './chosen.ts';
import { STEPS, signUpFlow } from './flow.ts';
import { useStepNames } from './step-names.ts';

type Data = {
  /** The version of the terms in force. */
  readonly terms: Soon<Result<string>>;
};

/** Set where somebody comes with a LINE account that this tab has not asked for. */
const UNASKED = '?line=unasked';

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const { pathname } = new URL(request.url);
  const handover = takeLineSignUp(window.location.hash);
  if (handover) {
    // The ticket leaves the address at once, for the router as well.
    window.history.replaceState(window.history.state, '', pathname);
    if (handover === 'foreign') return replace(pathname + UNASKED);
    signUpFlow.send({ type: 'lineArrived', ...handover });
    return replace(pathname);
  }
  if (authStore.get(isLoginAtom)) return replace(href('/signup', localeOf(pathname)));
  return { terms: await soon(versionInForce()) };
}

async function versionInForce(): Promise<Result<string>> {
  const answer = await call(listTerms);
  if (!answer.ok) return answer;
  const [inForce] = answer.data.data;
  if (!inForce) throw new Error('No terms are in force.');
  return { ...answer, data: inForce.version };
}

/** First step: the address, and agreeing to the terms. */
export function Component(): ReactElement {
  const { terms } = useLoaderData<Data>();
  const { search, state } = useLocation();
  const unasked = search === UNASKED;
  // As it was when the step opened: typing changes nothing around the form.
  const [{ line, termsChanged }] = useState(() =>
    choseEmail(state) ? signUpFlow.send({ type: 'emailChosen' }) : signUpFlow.state(),
  );
  return (
    <FlowPage heading={<Trans>Your e-mail address</Trans>} steps={useStepNames()} current={0}>
      {unasked && (
        <Banner tone="warning">
          <Trans>
            We could not tell whether you asked for this sign-up with LINE here. Please begin again,
            or go on with your e-mail address alone.
          </Trans>
        </Banner>
      )}
      {line && (
        <Banner tone="success">
          <Trans>
            LINE is ready. Your e-mail address is the last thing we need, for messages about your
            membership.
          </Trans>
        </Banner>
      )}
      {termsChanged && (
        <Banner tone="warning">
          <Trans>
            The terms of service have been renewed in the meantime. Please read and agree to them
            once more.
          </Trans>
        </Banner>
      )}
      <WhenLoaded data={terms}>{(version) => <AddressForm terms={version} />}</WhenLoaded>
    </FlowPage>
  );
}

const FormSchema = v.object({
  email: EmailSchema,
  agreed: v.pipe(
    v.optional(v.string(), ''),
    v.check((ticked) => ticked === 'on', 'required.terms'),
  ),
});

function AddressForm({ terms }: { readonly terms: string }): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const { formProps, errorOf, summary } = useFormErrors(FormSchema);
  const { action, send } = usePublicCode('signup');
  const [{ email, agreed }] = useState(signUpFlow.state);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const typed = v.parse(FormSchema, formValues(event.currentTarget)).email;
    const { sent } = signUpFlow.state();
    // Back, and on again: the code for this address is on its way already.
    const stillGood = sent?.code.to === typed && !spent(sent.code, Date.now());
    const code = stillGood ? sent.code : await send(typed);
    if (!code) return;
    signUpFlow.send({ type: 'codeSent', code, terms });
    go(STEPS.verify);
  }

  return (
    <Card>
      <form {...formProps} onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          <ErrorSummary {...summary} />
          <Problem error={action.error} />
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            label={t`E-mail address`}
            hint={t`We send a six-digit code to it, to make sure that it is yours.`}
            required
            defaultValue={email}
            onChange={({ target }) =>
              signUpFlow.send({ type: 'addressTyped', email: target.value })
            }
            error={errorOf('email')}
          />
          <Checkbox
            name="agreed"
            label={
              <Trans>
                I agree to the <TermsLink>terms of service</TermsLink>
              </Trans>
            }
            required
            defaultChecked={agreed}
            onChange={({ target }) => signUpFlow.send({ type: 'agreed', agreed: target.checked })}
            error={errorOf('agreed')}
          />
          <TooSoon type="signup" error={action.error} />
          <Inline>
            <ActionButton type="submit" action={action}>
              <Trans>Send a code to this address</Trans>
            </ActionButton>
          </Inline>
          <Text size="sm" tone="muted">
            <Trans>Next you enter the code, and then your details.</Trans>
          </Text>
        </Stack>
      </form>
    </Card>
  );
}
