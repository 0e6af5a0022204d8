import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadPrefectures } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import { type Prefecture, ProfileSchema, profileChanges, type User } from '@portal/kit/contract';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useDeferred,
  useGo,
  useLoaderData,
} from '@portal/kit/routing';
import { Banner, Button, Card, Inline, LoadProblem, Stack, Text } from '@portal/kit/ui';
import { ErrorSummary, FlowPage, usePortalForm } from '@portal/kit/ui/forms';
import {
  loadedPhoneNumbers,
  loadPhoneNumbers,
  ProfileFields,
  ProfileFormSchema,
  profileInputOf,
} from '@portal/kit/ui/profile-form';
import { Prove } from '@portal/kit/ui/step-up';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { WithMember } from '../../../data/with-member.tsx';
import { type EditState, editFlow, hasEdits, openEditing, STEPS, useStepNames } from './flow.ts';
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx';

type Data = {
  readonly member: Deferred<Result<User>>;
  readonly prefectures: Deferred<Result<readonly Prefecture[]>>;
};

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const other = editFlow.openStep(request);
  if (other) return other;
  const [member, prefectures] = await Promise.all([
    deferred(loadMember()),
    deferred(loadPrefectures()),
  ]);
  return { member, prefectures };
}

/** First step: the profile form. With the second step on, a code comes before it. */
export function Component() {
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

function Guarded({ member, prefectures }: GuardedProps) {
  const answer = useDeferred(prefectures);
  const [confirmed, setConfirmed] = useState(
    () => !member.mfa_enabled || isConfirmed(editFlow.state(), Date.now()),
  );
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  if (confirmed) return <EditForm member={member} prefectures={answer.data} />;
  return (
    <Card>
      <Prove
        act="edit_profile"
        onProven={(until) => {
          editFlow.send({ type: 'codeAccepted', until });
          setConfirmed(true);
        }}
      >
        <Text>
          <Trans>To protect your account, we first make sure that it is you.</Trans>
        </Text>
      </Prove>
    </Card>
  );
}

/** Whether the form may show. With edits it may also after the code's ten minutes: saving asks for another. */
function isConfirmed(state: EditState, now: number): boolean {
  if (state.kind === 'saved' || state.confirmedUntil === undefined) return false;
  return now < state.confirmedUntil || hasEdits(state);
}

type FormProps = { readonly member: User; readonly prefectures: readonly Prefecture[] };

function EditForm({ member, prefectures }: FormProps) {
  const { t } = useLingui();
  const go = useGo();
  const [{ original, values, refused }] = useState(() => openEditing(member));
  const [unchanged, setUnchanged] = useState(false);
  /** What still changes, such as by a number that is formatted late, would keep the edits that were given up. */
  const isGivenUp = useRef(false);
  const form = usePortalForm({
    schema: ProfileFormSchema,
    initialValues: values,
    serverErrors: refused,
    onChange(now) {
      if (isGivenUp.current) return;
      setUnchanged(false);
      editFlow.send({ type: 'typed', original, values: now });
    },
    // Without the phone numbers' rules, when they cannot be fetched, the server checks the number.
    beforeCheck: () => loadPhoneNumbers().catch(() => undefined),
    onSubmit: submit,
  });

  function submit(): void {
    const state = editFlow.state();
    if (state.kind !== 'editing') return;
    const changes = profileChanges(original, profileInputOf(state.values, loadedPhoneNumbers()));
    if (Object.keys(changes).length === 0) {
      setUnchanged(true);
      return;
    }
    editFlow.send({ type: 'checked', changes: v.parse(ProfileSchema, changes) });
    go(STEPS.confirm);
  }

  return (
    <form {...form.props} aria-label={t`Edit your profile`}>
      <UnsavedChangesPrompt
        onLeave={() => {
          isGivenUp.current = true;
        }}
      />
      <Stack gap="xl">
        <ErrorSummary {...form.summary} />
        <ProfileFields form={form} prefectures={prefectures} />
        {unchanged && (
          <div role="status">
            <Banner tone="info">
              <Trans>You have not changed anything yet.</Trans>
            </Banner>
          </div>
        )}
        <Inline>
          <Button type="submit" wide="onPhone" busy={form.submitting}>
            <Trans>Check the changes</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
