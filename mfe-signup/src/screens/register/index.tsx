import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { letThrough, loadPrefectures, lookUpAddress } from '@portal/shared-auth';
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
import { ErrorSummary, FlowPage } from '@portal/shared-ui/forms';
import {
  countryFromIp,
  type LookUpTowns,
  ProfileFields,
  profileInputOf,
  profileValuesOf,
  useProfileForm,
} from '@portal/shared-ui/profile-form';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import * as v from 'valibot';
import { theMember } from '../../flow/the-member.ts';
import { useLetThrough } from '../../flow/use-let-through.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { registerFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';

type Known = { readonly member: User; readonly prefectures: readonly Prefecture[] };
type Data = { readonly known: Result<Known> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const locale = localeOf(new URL(request.url).pathname);
  const { kind } = registerFlow.state();
  if (kind === 'saved') return replace(href(STEPS.complete, locale));
  // Waited for: who has nothing to add sees nothing of this page. Changes are made in the account.
  const known = await load();
  if (kind === 'start' && known.ok && isProfileComplete(known.data.member))
    return replace(letThrough('/register', locale));
  return { known };
}

async function load(): Promise<Result<Known>> {
  const [member, prefectures] = await Promise.all([theMember(), loadPrefectures()]);
  if (!member.ok) return member;
  if (!prefectures.ok) return prefectures;
  return { ...prefectures, data: { member: member.data, prefectures: prefectures.data } };
}

/** First step: the member's details, for whom some are missing. */
export function Component(): ReactElement {
  const { known } = useLoaderData<Data>();
  return (
    <FlowPage heading={<Trans>Your details</Trans>} steps={useStepNames()} current={0}>
      <WhenLoaded data={{ now: known }}>{(data) => <DetailsForm {...data} />}</WhenLoaded>
    </FlowPage>
  );
}

/** Asked inside the form: an unknown code and a lost connection are said there. */
const lookUpTowns: LookUpTowns = async (code) => {
  const answer = await lookUpAddress(code);
  if (answer.ok) return answer.data;
  return answer.error.kind === 'api' && answer.error.status === 404 ? [] : undefined;
};

const detectCountry = () => countryFromIp(window.portal.config.ipCountryUrl);

function DetailsForm({ member, prefectures }: Known): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const goOn = useLetThrough();
  const [state] = useState(registerFlow.state);
  const [busy, setBusy] = useState(false);
  const form = useProfileForm({
    initial: state.kind === 'typing' ? state.values : profileValuesOf(member),
    onChange: (values) => void registerFlow.send({ type: 'typed', values }),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server found is said once
  useEffect(() => {
    if (state.kind === 'typing' && state.refused) form.report(state.refused);
  }, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const checked = await form.check();
    setBusy(false);
    if (!checked) return;
    const changes = profileChanges(member, profileInputOf(form.values, checked.numbers));
    const profile = v.parse(ProfileSchema, changes);
    registerFlow.send({ type: 'checked', values: form.values, profile });
    go(STEPS.confirm);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={t`Your details`}>
      <Stack gap="xl">
        <Text>
          <Trans>We need these for your passport. You can change them at any time.</Trans>
        </Text>
        <ErrorSummary {...form.summary} />
        <ProfileFields
          form={form}
          prefectures={prefectures}
          lookUpTowns={lookUpTowns}
          detectCountry={detectCountry}
        />
        <Inline>
          <Button type="submit" busy={busy}>
            <Trans>Check your details</Trans>
          </Button>
          <Button variant="outline" onClick={() => goOn('/register')}>
            <Trans>Later</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
