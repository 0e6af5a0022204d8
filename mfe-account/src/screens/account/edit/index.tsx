import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadPrefectures, lookUpAddress, profileOpened } from '@portal/shared-auth';
import { type Prefecture, ProfileSchema, profileChanges, type User } from '@portal/shared-contract';
import {
  type LoaderFunctionArgs,
  type Soon,
  soon,
  useGo,
  useLoaderData,
  useSoon,
} from '@portal/shared-routing';
import { Banner, Button, Card, Inline, LoadProblem, Stack, Text } from '@portal/shared-ui';
import { ErrorSummary, FlowPage } from '@portal/shared-ui/forms';
import {
  countryFromIp,
  type LookUpTowns,
  ProfileFields,
  profileInputOf,
  useProfileForm,
} from '@portal/shared-ui/profile-form';
import { StepUp, untilOf } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import * as v from 'valibot';
import { theMember } from '../../../data/member.ts';
import { WithMember } from '../../../data/with-member.tsx';
import { type Editing, type EditState, editFlow, hasEdits, STEPS } from './flow.ts';
import { AskBeforeLeaving } from './leaving.tsx';
import { useStepNames } from './step-names.ts';

type Data = {
  readonly member: Soon<Result<User>>;
  readonly prefectures: Soon<Result<readonly Prefecture[]>>;
};

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const other = editFlow.openStep(request);
  if (other) return other;
  const [member, prefectures] = await Promise.all([soon(theMember()), soon(loadPrefectures())]);
  return { member, prefectures };
}

/** First step: the profile to edit; before it a code, where two-step verification is on. */
export function Component(): ReactElement {
  const { member, prefectures } = useLoaderData<Data>();
  return (
    <FlowPage heading={<Trans>Edit your profile</Trans>} steps={useStepNames()} current={0}>
      <WithMember member={member}>
        {(known) => <Guarded member={known} prefectures={prefectures} />}
      </WithMember>
    </FlowPage>
  );
}

type GuardedProps = { readonly member: User; readonly prefectures: Data['prefectures'] };

function Guarded({ member, prefectures }: GuardedProps): ReactElement {
  const answer = useSoon(prefectures);
  const [confirmed, setConfirmed] = useState(
    () => !member.mfa_enabled || isConfirmed(editFlow.state(), Date.now()),
  );
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  if (confirmed) return <EditForm member={member} prefectures={answer.data} />;
  return (
    <Card>
      <StepUp
        type="mfa_edit_account"
        onVerified={(verified) => {
          editFlow.send({ type: 'codeAccepted', until: untilOf(verified, Date.now()) });
          setConfirmed(true);
        }}
      >
        <Text>
          <Trans>To protect your account, we first make sure that it is you, with a code.</Trans>
        </Text>
      </StepUp>
    </Card>
  );
}

/**
 * Whether the form may show. Once something was typed it always may: if the code's ten minutes are
 * over, saving asks for another.
 */
function isConfirmed(state: EditState, now: number): boolean {
  if (state.kind === 'saved' || state.confirmedUntil === undefined) return false;
  return now < state.confirmedUntil || hasEdits(state);
}

/** Asked inside the form: an unknown code and a lost connection are said there. */
const lookUpTowns: LookUpTowns = async (code) => {
  const answer = await lookUpAddress(code);
  if (answer.ok) return answer.data;
  return answer.error.kind === 'api' && answer.error.status === 404 ? [] : undefined;
};

const detectCountry = () => countryFromIp(window.portal.config.ipCountryUrl);

type FormProps = { readonly member: User; readonly prefectures: readonly Prefecture[] };

function EditForm({ member, prefectures }: FormProps): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const [{ original, values, refused }] = useState(() => open(member));
  const [unchanged, setUnchanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useProfileForm({
    initial: values,
    onChange(now) {
      setUnchanged(false);
      editFlow.send({ type: 'typed', original, values: now });
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server found is said once
  useEffect(() => {
    if (refused) form.report(refused);
  }, []);
  // `originalData` of spec §3 is what the session's other parts may look at.
  useEffect(() => {
    profileOpened({ ...member, ...original });
    return () => profileOpened(null);
  }, [member, original]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const checked = await form.check();
    setBusy(false);
    if (!checked) return setUnchanged(false);
    const state = editFlow.state();
    if (state.kind !== 'editing') return;
    const changes = profileChanges(original, profileInputOf(state.values, checked.numbers));
    if (Object.keys(changes).length === 0) return setUnchanged(true);
    editFlow.send({ type: 'checked', changes: v.parse(ProfileSchema, changes) });
    go(STEPS.confirm);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={t`Edit your profile`}>
      <AskBeforeLeaving />
      <Stack gap="xl">
        <ErrorSummary {...form.summary} />
        <ProfileFields
          form={form}
          prefectures={prefectures}
          lookUpTowns={lookUpTowns}
          detectCountry={detectCountry}
        />
        {unchanged && (
          <div role="status">
            <Banner tone="info">
              <Trans>You have not changed anything yet.</Trans>
            </Banner>
          </div>
        )}
        <Inline>
          <Button type="submit" busy={busy}>
            <Trans>Check the changes</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}

function open(member: User): Editing {
  const state = editFlow.send({ type: 'opened', member });
  if (state.kind !== 'editing') throw new Error('The edit form was not opened');
  return state;
}
