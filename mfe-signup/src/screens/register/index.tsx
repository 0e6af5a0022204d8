import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { afterPostSignInStep, loadMember } from '@portal/kit/auth';
import { isAccountField, lacksAccountDetails, type User } from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import { href, type LoaderFunctionArgs, replace, useGo, useLoaderData } from '@portal/kit/routing';
import { Button, Inline, Stack, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, ErrorSummary, FlowPage } from '@portal/kit/ui/forms';
import { ProfileFields, profileValuesOf } from '@portal/kit/ui/profile-form';
import { StepUpArea } from '@portal/kit/ui/step-up';
import { useProfileForm } from '@portal/kit/ui/use-profile-form';
import { useState } from 'react';
import { signedUp } from '../../flow/signed-up.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { registerFlow, STEPS } from './flow.ts';
import { useLeaveRegister, useSteps } from './steps.tsx';

type Data = { readonly member: Result<User> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const locale = localeOf(new URL(request.url).pathname);
  const { kind } = registerFlow.state();
  if (kind === 'saved') return replace(href(STEPS.complete, locale));
  // Awaited, so that a member who has given these details never sees this page; /account/edit changes them.
  const member = await loadMember();
  if (kind === 'start' && member.ok && !lacksAccountDetails(member.data))
    return replace(afterPostSignInStep('/register', locale));
  return { member };
}

/** First step: asks for what the account itself needs. A purchase asks for the rest. */
export function Component() {
  const { member } = useLoaderData<Data>();
  return (
    <FlowPage heading={<Trans>Your details</Trans>} {...useSteps('form')}>
      <WhenLoaded data={{ now: member }}>{(known) => <DetailsForm member={known} />}</WhenLoaded>
    </FlowPage>
  );
}

function DetailsForm({ member }: { readonly member: User }) {
  const { t } = useLingui();
  const go = useGo();
  const leave = useLeaveRegister();
  const [state] = useState(registerFlow.state);
  // Right after the sign-up, country and names are all there is to check.
  const [isLastStep] = useState(() => signedUp.read() !== undefined);
  const { form, action, element } = useProfileForm({
    original: member,
    values: state.kind === 'typing' ? state.values : profileValuesOf(member),
    asksFor: isAccountField,
    serverErrors: state.kind === 'typing' ? state.refused : undefined,
    onChange: (values) => void registerFlow.send({ type: 'typed', values }),
    ...(!isLastStep && {
      review(profile, values) {
        registerFlow.send({ type: 'checked', values, profile });
        go(STEPS.confirm);
      },
    }),
    onSaved() {
      registerFlow.send({ type: 'saved' });
      go(STEPS.complete, { replace: true });
    },
  });

  return (
    <StepUpArea action={action}>
      <form {...form.props} ref={element} aria-label={t`Your details`}>
        <Stack gap="xl">
          <Text>
            <Trans>
              This is all your account needs. When you buy a passport, we ask for the rest.
            </Trans>
          </Text>
          {form.summary.errors.length === 0 && <ApiErrorBanner error={action.error} />}
          <ErrorSummary {...form.summary} />
          <ProfileFields form={form} asksFor={isAccountField} />
          <Inline>
            <ActionButton type="submit" wide="onPhone" action={action}>
              {isLastStep ? <Trans>Register</Trans> : <Trans>Check your details</Trans>}
            </ActionButton>
            <Button variant="outline" wide="onPhone" onClick={leave}>
              <Trans>Later</Trans>
            </Button>
          </Inline>
        </Stack>
      </form>
    </StepUpArea>
  );
}
