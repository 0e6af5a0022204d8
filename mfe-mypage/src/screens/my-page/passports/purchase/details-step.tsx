import { Trans, useLingui } from '@lingui/react/macro';
import { storedSubject } from '@portal/kit/auth';
import { missingForPassport, type Prefecture, type User } from '@portal/kit/contract';
import { draftFlow, type Flow, useGo } from '@portal/kit/routing';
import { Card, Stack, Text } from '@portal/kit/ui';
import { ApiErrorBanner, ErrorSummary, SubmitButton } from '@portal/kit/ui/forms';
import {
  type AsksFor,
  ProfileFields,
  type ProfileValues,
  ProfileValuesSchema,
  profileValuesOf,
} from '@portal/kit/ui/profile-form';
import { StepUpArea } from '@portal/kit/ui/step-up';
import { useProfileForm } from '@portal/kit/ui/use-profile-form';
import { useState } from 'react';
import * as v from 'valibot';
import { farthestStep, purchaseFlow } from './flow.ts';

type Props = {
  readonly member: User;
  readonly prefectures: readonly Prefecture[];
  /** Whether the passport needs to know where the member lives. */
  readonly address: boolean;
};

/** Comes first where the profile lacks what a passport needs: asks for that alone, and saves it. */
export function DetailsStep({ member, prefectures, address }: Props) {
  const { t } = useLingui();
  const go = useGo();
  // As it was when the step opened, so that saving does not take a field from the form.
  const [asksFor] = useState(() => missingFrom(member, address));
  const [values] = useState(() => valuesOf(member));
  const { form, action, element } = useProfileForm({
    original: member,
    values,
    asksFor,
    onChange: (now) => void detailsFlow.send({ type: 'typed', values: now }),
    onSaved() {
      detailsFlow.forget();
      purchaseFlow.send({ type: 'detailsSaved' });
      go(farthestStep(Date.now()), { replace: true });
    },
  });

  // Only beside the fields that they are about.
  const reasons = {
    person: !member.date_of_birth && (
      <Trans>Staff compare your name and date of birth with your ID.</Trans>
    ),
    address: address && !member.city && <Trans>A physical card is sent to this address.</Trans>,
  };
  return (
    <StepUpArea action={action}>
      <form {...form.props} ref={element} aria-label={t`Details about you`}>
        <Stack gap="lg">
          {form.summary.errors.length === 0 && <ApiErrorBanner error={action.error} />}
          <ErrorSummary {...form.summary} />
          <Text>
            <Trans>
              A passport also needs the details below. We save them in your profile. Enter your own,
              even if the passport is for a child.
            </Trans>
          </Text>
          <Card gap="xl">
            <ProfileFields
              form={form}
              prefectures={prefectures}
              asksFor={asksFor}
              reasons={reasons}
            />
          </Card>
          <SubmitButton action={action}>
            <Trans>Save and continue</Trans>
          </SubmitButton>
        </Stack>
      </form>
    </StepUpArea>
  );
}

/** What the profile lacks for the passport, with the country that the form has. */
function missingFrom(member: User, address: boolean): AsksFor {
  return (field, country) => {
    if (field === 'country') return !member.country;
    const missing: readonly string[] = missingForPassport({ ...member, country }, address);
    // The country of the number is part of the number's field.
    return missing.includes(field) || (field === 'phone' && missing.includes('phone_country_code'));
  };
}

/** What was typed before, over what is known. A country that is known is not asked for. */
function valuesOf(member: User): ProfileValues {
  const known = profileValuesOf(member);
  const draft = detailsFlow.state();
  if (draft.kind === 'start') return known;
  return { ...draft.values, ...(member.country && { country: member.country }) };
}

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  v.object({ kind: v.literal('typing'), values: ProfileValuesSchema }),
]);
type State = v.InferOutput<typeof StateSchema>;
type Event = { readonly type: 'typed'; readonly values: ProfileValues };

const flow: Flow<State, Event> = {
  initial: { kind: 'start' },
  next: (_state, { values }) => ({ kind: 'typing', values }),
  steps: [{ path: '/my-page/passports/purchase?step=details', opens: () => true }],
};

/** Apart from the purchase's own state, because only this step loads the profile's form. */
const detailsFlow = draftFlow({
  key: 'purchase-details',
  flow,
  schema: StateSchema,
  owner: storedSubject,
});
