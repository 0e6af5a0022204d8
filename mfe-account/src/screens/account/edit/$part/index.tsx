import { Trans, useLingui } from '@lingui/react/macro';
import { loadPrefectures, type Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { Prefecture, User } from '@portal/kit/contract';
import { localeOf, successText } from '@portal/kit/i18n';
import {
  type Deferred,
  deferred,
  href,
  type LoaderFunctionArgs,
  redirect,
  useDeferred,
  useGo,
  useLoaderData,
} from '@portal/kit/routing';
import { Card, Inline, LinkButton, LoadProblem, PageHeading, Stack, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, ErrorSummary } from '@portal/kit/ui/forms';
import { type AsksFor, ProfileFields } from '@portal/kit/ui/profile-form';
import { StepUpArea } from '@portal/kit/ui/step-up';
import { useProfileForm } from '@portal/kit/ui/use-profile-form';
import { type ReactNode, useRef, useState } from 'react';
import { WithMember } from '../../../../data/with-member.tsx';
import { SectionPage } from '../../../../sections.tsx';
import { editFlow, openEditing, STEPS } from '../flow.ts';
import { UnsavedChangesPrompt } from '../unsaved-changes-prompt.tsx';

type Part = {
  readonly title: ReactNode;
  readonly button: ReactNode;
  readonly fields: readonly string[];
};

/** What is changed by itself, under the last part of its address. */
const PARTS: Readonly<Record<string, Part>> = {
  name: {
    title: <Trans>Change your name</Trans>,
    button: <Trans>Save this name</Trans>,
    fields: ['last_name', 'first_name', 'last_name_kana', 'first_name_kana'],
  },
  birth: {
    title: <Trans>Change your date of birth</Trans>,
    button: <Trans>Save this date</Trans>,
    fields: ['date_of_birth'],
  },
  gender: {
    title: <Trans>Change your gender</Trans>,
    button: <Trans>Save this choice</Trans>,
    fields: ['gender'],
  },
  phone: {
    title: <Trans>Change your phone number</Trans>,
    button: <Trans>Save this number</Trans>,
    fields: ['phone'],
  },
  address: {
    title: <Trans>Change your address</Trans>,
    button: <Trans>Save this address</Trans>,
    fields: ['country', 'postal_code', 'prefecture', 'prefecture_name', 'city', 'address'],
  },
};

type Data = {
  readonly part: Part;
  readonly name: string;
  readonly member: Deferred<Result<User>>;
  readonly prefectures: Deferred<Result<readonly Prefecture[]>>;
};

export async function loader({ request, params }: LoaderFunctionArgs): Promise<Data | Response> {
  const { part: name = '' } = params;
  const part = PARTS[name];
  if (!part) return redirect(href(STEPS.form, localeOf(new URL(request.url).pathname)));
  const [member, prefectures] = await Promise.all([
    deferred(loadMember()),
    deferred(loadPrefectures()),
  ]);
  return { part, name, member, prefectures };
}

export function Component() {
  const { part, name, member, prefectures } = useLoaderData<Data>();
  return (
    <SectionPage section="/account">
      <PageHeading namesPage>{part.title}</PageHeading>
      <WithMember key={name} member={member}>
        {(known) => <PartForm part={part} name={name} member={known} prefectures={prefectures} />}
      </WithMember>
    </SectionPage>
  );
}

type Props = Omit<Data, 'member'> & { readonly member: User };

function PartForm({ part, name, member, ...data }: Props) {
  const { i18n } = useLingui();
  const go = useGo();
  const prefectures = useDeferred(data.prefectures);
  const [{ original, values, asksFor }] = useState(() => ({
    ...openEditing(member),
    asksFor: ((field) => part.fields.includes(field)) satisfies AsksFor,
  }));
  /** What still changes, such as a number that is formatted late, would be kept as an edit again. */
  const isOver = useRef(false);
  const { form, action, element } = useProfileForm({
    original,
    values,
    asksFor,
    place: name,
    onChange(now) {
      if (!isOver.current) editFlow.send({ type: 'typed', original, values: now });
    },
    onSaved(changed) {
      if (changed) toast(i18n._(successText('edit_account')));
      leave();
    },
  });

  function leave(): void {
    isOver.current = true;
    editFlow.forget();
    go('/account', { replace: true });
  }

  if (!prefectures.ok) return <LoadProblem error={prefectures.error} />;
  return (
    <StepUpArea action={action}>
      <form {...form.props} ref={element}>
        <UnsavedChangesPrompt
          onLeave={() => {
            isOver.current = true;
          }}
          withinPortal
        />
        <Stack gap="lg">
          {form.summary.errors.length === 0 && <ApiErrorBanner error={action.error} />}
          <ErrorSummary {...form.summary} />
          <Card>
            <ProfileFields form={form} prefectures={prefectures.data} asksFor={asksFor} unnamed />
          </Card>
          <Inline>
            <ActionButton type="submit" wide="onPhone" action={action}>
              {part.button}
            </ActionButton>
            <LinkButton to="/account" variant="outline" wide="onPhone">
              <Trans>Back to your account</Trans>
            </LinkButton>
          </Inline>
        </Stack>
      </form>
    </StepUpArea>
  );
}
