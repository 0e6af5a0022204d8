import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { afterPostSignInStep, loadMember } from '@portal/kit/auth';
import {
  isAccountField,
  lacksAccountDetails,
  ProfileSchema,
  profileChanges,
  type User,
} from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import { href, type LoaderFunctionArgs, replace, useGo, useLoaderData } from '@portal/kit/routing';
import { Button, Inline, Stack, Text } from '@portal/kit/ui';
import { ErrorSummary, FlowPage, usePortalForm } from '@portal/kit/ui/forms';
import {
  ProfileFields,
  type ProfileValues,
  profileFormSchema,
  profileInputOf,
  profileValuesOf,
} from '@portal/kit/ui/profile-form';
import { type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { registerFlow, STEPS } from './flow.ts';
import { useSteps } from './steps.ts';
import { useLeaveRegister } from './use-leave-register.ts';

type Data = { readonly member: Result<User> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const locale = localeOf(new URL(request.url).pathname);
  const { kind } = registerFlow.state();
  if (kind === 'saved') return replace(href(STEPS.complete, locale));
  // Awaited, so that a member who has given these details never sees this page; /account/edit
  // changes them.
  const member = await loadMember();
  if (kind === 'start' && member.ok && !lacksAccountDetails(member.data))
    return replace(afterPostSignInStep('/register', locale));
  return { member };
}

/** First step: asks for what the account itself needs. A purchase asks for the rest. */
export function Component(): ReactElement {
  const { member } = useLoaderData<Data>();
  return (
    <FlowPage heading={<Trans>Your details</Trans>} {...useSteps('form')}>
      <WhenLoaded data={{ now: member }}>{(known) => <DetailsForm member={known} />}</WhenLoaded>
    </FlowPage>
  );
}

const DetailsSchema = profileFormSchema(isAccountField);

function DetailsForm({ member }: { readonly member: User }): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const leave = useLeaveRegister();
  const [state] = useState(registerFlow.state);
  const form = usePortalForm({
    schema: DetailsSchema,
    initialValues: state.kind === 'typing' ? state.values : profileValuesOf(member),
    serverErrors: state.kind === 'typing' ? state.refused : undefined,
    onChange: (values) => void registerFlow.send({ type: 'typed', values }),
    onSubmit: submit,
  });

  function submit(values: ProfileValues): void {
    const changes = profileChanges(member, profileInputOf(values, undefined, isAccountField));
    const profile = v.parse(ProfileSchema, changes);
    registerFlow.send({ type: 'checked', values, profile });
    go(STEPS.confirm);
  }

  return (
    <form {...form.props} aria-label={t`Your details`}>
      <Stack gap="xl">
        <Text>
          <Trans>
            This is all your account needs. When you buy a passport, we ask for the rest.
          </Trans>
        </Text>
        <ErrorSummary {...form.summary} />
        <ProfileFields form={form} asksFor={isAccountField} />
        <Inline>
          <Button type="submit" wide="onPhone" busy={form.submitting}>
            <Trans>Check your details</Trans>
          </Button>
          <Button variant="outline" wide="onPhone" onClick={leave}>
            <Trans>Later</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
