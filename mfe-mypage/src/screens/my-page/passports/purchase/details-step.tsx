import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { userSaved } from '@portal/kit/auth';
import {
  missingForPassport,
  type Prefecture,
  ProfileSchema,
  profileChanges,
  type User,
  updateMe,
} from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Card, Stack, Text } from '@portal/kit/ui';
import { ApiErrorBanner, ErrorSummary, SubmitButton, usePortalForm } from '@portal/kit/ui/forms';
import {
  type AsksFor,
  loadedPhoneNumbers,
  loadPhoneNumbers,
  ProfileFields,
  type ProfileValues,
  profileFormSchema,
  profileInputOf,
  profileValuesOf,
} from '@portal/kit/ui/profile-form';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactElement, useRef, useState } from 'react';
import * as v from 'valibot';
import { detailsFlow } from './details-flow.ts';
import { farthestStep, purchaseFlow } from './flow.ts';

type Props = {
  readonly member: User;
  readonly prefectures: readonly Prefecture[];
  /** Whether the passport needs to know where the member lives. */
  readonly address: boolean;
};

/** Comes first where the profile lacks what a passport needs: asks for that alone, and saves it. */
export function DetailsStep({ member, prefectures, address }: Props): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const formElement = useRef<HTMLFormElement>(null);
  const action = useStepUp('edit_profile', {
    finish: () => formElement.current?.requestSubmit(),
  });
  // As it was when the step opened, so that saving does not take a field from the form.
  const [asksFor] = useState(() => missingFrom(member, address));
  const [initialValues] = useState(() => valuesOf(member));
  const form = usePortalForm({
    schema: profileFormSchema(asksFor),
    initialValues,
    onChange: (values) => void detailsFlow.send({ type: 'typed', values }),
    // If the phone number metadata cannot be loaded, the server checks the number.
    beforeCheck: () => loadPhoneNumbers().catch(() => undefined),
    onSubmit: save,
  });

  function save(values: ProfileValues): void {
    const input = profileInputOf(values, loadedPhoneNumbers(), asksFor);
    const body = v.parse(ProfileSchema, profileChanges(member, input));
    action.perform(
      () => call(updateMe, { body }, { purpose: 'form' }),
      (answer) => {
        if (answer.ok) {
          detailsFlow.forget();
          purchaseFlow.send({ type: 'detailsSaved' });
          userSaved(answer.data.data);
          return go(farthestStep(Date.now()), { replace: true });
        }
        if (answer.error.kind === 'api' && answer.error.descriptions) {
          form.showServerErrors(answer.error.descriptions);
        }
      },
    );
  }

  // Only beside the fields that they are about.
  const reasons = {
    person: !member.date_of_birth && (
      <Trans>Staff compare your name and date of birth with your ID.</Trans>
    ),
    address: address && !member.city && <Trans>A physical card is sent to this address.</Trans>,
  };
  return (
    <StepUpArea action={action}>
      <form {...form.props} ref={formElement} aria-label={t`Details about you`}>
        <Stack gap="lg">
          {form.summary.errors.length === 0 && <ApiErrorBanner error={action.error} />}
          <ErrorSummary {...form.summary} />
          <Text>
            <Trans>
              A passport also needs the details below. We save them in your profile. Enter your own,
              even if the passport is for a child.
            </Trans>
          </Text>
          <Card>
            <Stack gap="xl">
              <ProfileFields
                form={form}
                prefectures={prefectures}
                asksFor={asksFor}
                reasons={reasons}
              />
            </Stack>
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
