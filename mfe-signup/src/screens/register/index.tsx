import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadPrefectures } from '@portal/shared-api';
import { afterPostSignInStep, loadMember } from '@portal/shared-auth';
import {
  isProfileComplete,
  type Prefecture,
  ProfileSchema,
  profileChanges,
  type User,
} from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import {
  href,
  type LoaderFunctionArgs,
  replace,
  useGo,
  useLoaderData,
} from '@portal/shared-routing';
import { Button, Inline, Stack, Text } from '@portal/shared-ui';
import { ErrorSummary, FlowPage, usePortalForm } from '@portal/shared-ui/forms';
import {
  loadedPhoneNumbers,
  loadPhoneNumbers,
  ProfileFields,
  ProfileFormSchema,
  type ProfileValues,
  profileInputOf,
  profileValuesOf,
} from '@portal/shared-ui/profile-form';
import { type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { registerFlow, STEPS } from './flow.ts';
import { useSteps } from './steps.ts';
import { useLeaveRegister } from './use-leave-register.ts';

type Known = { readonly member: User; readonly prefectures: readonly Prefecture[] };
type Data = { readonly known: Result<Known> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const locale = localeOf(new URL(request.url).pathname);
  const { kind } = registerFlow.state();
  if (kind === 'saved') return replace(href(STEPS.complete, locale));
  // Awaited, so that a member whose profile is complete never sees this page; /account/edit changes
  // it.
  const known = await load();
  if (kind === 'start' && known.ok && isProfileComplete(known.data.member))
    return replace(afterPostSignInStep('/register', locale));
  return { known };
}

async function load(): Promise<Result<Known>> {
  const [member, prefectures] = await Promise.all([loadMember(), loadPrefectures()]);
  if (!member.ok) return member;
  if (!prefectures.ok) return prefectures;
  return { ...prefectures, data: { member: member.data, prefectures: prefectures.data } };
}

/** First step: asks for the details of a member whose profile is incomplete. */
export function Component(): ReactElement {
  const { known } = useLoaderData<Data>();
  return (
    <FlowPage heading={<Trans>Your details</Trans>} {...useSteps('form')}>
      <WhenLoaded data={{ now: known }}>{(data) => <DetailsForm {...data} />}</WhenLoaded>
    </FlowPage>
  );
}

function DetailsForm({ member, prefectures }: Known): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const leave = useLeaveRegister();
  const [state] = useState(registerFlow.state);
  const form = usePortalForm({
    schema: ProfileFormSchema,
    initialValues: state.kind === 'typing' ? state.values : profileValuesOf(member),
    serverErrors: state.kind === 'typing' ? state.refused : undefined,
    onChange: (values) => void registerFlow.send({ type: 'typed', values }),
    // If the phone number metadata cannot be loaded, the server checks the number.
    beforeCheck: () => loadPhoneNumbers().catch(() => undefined),
    onSubmit: submit,
  });

  function submit(values: ProfileValues): void {
    const changes = profileChanges(member, profileInputOf(values, loadedPhoneNumbers()));
    const profile = v.parse(ProfileSchema, changes);
    registerFlow.send({ type: 'checked', values, profile });
    go(STEPS.confirm);
  }

  return (
    <form {...form.props} aria-label={t`Your details`}>
      <Stack gap="xl">
        <Text>
          <Trans>We need these details for your passport. You can change them at any time.</Trans>
        </Text>
        <ErrorSummary {...form.summary} />
        <ProfileFields form={form} prefectures={prefectures} />
        <Inline>
          <Button type="submit" busy={form.submitting}>
            <Trans>Check your details</Trans>
          </Button>
          <Button variant="outline" onClick={leave}>
            <Trans>Later</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
