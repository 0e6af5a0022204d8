import { userSaved } from '@portal/shared-auth';
import {
  type Profile,
  type ProfileFields,
  ProfileSchema,
  profileChanges,
  updateMe,
} from '@portal/shared-contract';
import { useRef } from 'react';
import * as v from 'valibot';
import { usePortalForm } from '../form/use-portal-form.ts';
import { loadedPhoneNumbers, loadPhoneNumbers } from './phone/load-phone-numbers.ts';
import { profileFormSchema } from './profile/profile-rules.ts';
import { type ProfileValues, profileInputOf } from './profile/profile-values.ts';
import type { AsksFor } from './profile/rows.ts';
import { useStepUp } from './step-up/use-step-up.tsx';

type Options = {
  /** The profile that the typed values are compared with. */
  readonly original: ProfileFields;
  readonly values: ProfileValues;
  readonly asksFor: AsksFor;
  /** Which of several forms the member comes back to from the confirmation. */
  readonly place?: string;
  readonly serverErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly onChange: (values: ProfileValues) => void;
  /** Takes what changed in place of the server, for a step that shows it first. */
  readonly review?: ((changes: Profile, values: ProfileValues) => void) | undefined;
  /** @param changed false where there was nothing to save */
  readonly onSaved: (changed: boolean) => void;
};

/** A form of some profile fields: saves what changed, confirmed where due, and shows refusals at their fields. */
export function useProfileForm(options: Options) {
  const { original, values, asksFor, place, serverErrors, onChange, review, onSaved } = options;
  /** Of the form's element, which is submitted when the member comes back confirmed. */
  const element = useRef<HTMLFormElement>(null);
  const action = useStepUp('edit_profile', {
    ...(place !== undefined && { place }),
    finish: () => element.current?.requestSubmit(),
  });
  const form = usePortalForm({
    schema: profileFormSchema(asksFor),
    initialValues: values,
    serverErrors,
    onChange,
    // If the phone number metadata cannot be loaded, the server checks the number.
    beforeCheck: async () => {
      if (asksFor('phone', values.country)) await loadPhoneNumbers().catch(() => undefined);
    },
    onSubmit: submit,
  });

  function submit(typed: ProfileValues) {
    const input = profileInputOf(typed, loadedPhoneNumbers(), asksFor);
    const changes = v.parse(ProfileSchema, profileChanges(original, input));
    if (review) return review(changes, typed);
    if (Object.keys(changes).length === 0) return onSaved(false);
    action.perform(updateMe, { body: changes }, (answer) => {
      if (answer.ok) {
        onSaved(true);
        userSaved(answer.data.data);
      } else if (answer.error.kind === 'api' && answer.error.descriptions) {
        form.showServerErrors(answer.error.descriptions);
      }
    });
  }

  return { form, action, element };
}
