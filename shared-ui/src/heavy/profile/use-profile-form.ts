import { useLingui } from '@lingui/react';
import { todayInJapan } from '@portal/shared-contract';
import { validationText } from '@portal/shared-i18n';
import { useRef, useState } from 'react';
import type { FieldErrors } from '../../form/field-errors.ts';
import type { FormErrors } from '../../form/use-form-errors.ts';
import {
  loadPhoneNumbers,
  type PhoneNumbers,
  phoneNumbersAtHand,
} from '../phone/load-phone-numbers.ts';
import {
  isUntouched,
  PROFILE_FIELDS,
  type ProfileFieldName,
  profileProblems,
} from './profile-problems.ts';
import type { ProfileValues } from './profile-values.ts';

export type ProfileForm = {
  readonly values: ProfileValues;
  readonly change: (change: Partial<ProfileValues>) => void;
  /** A field has been left: what is wrong with it is said now. */
  readonly leave: (field: ProfileFieldName) => void;
  readonly errorOf: (field: ProfileFieldName) => string | undefined;
  readonly summary: FormErrors['summary'];
  /** Looks at everything; the phone's knowledge where the form is right, `undefined` where not. */
  readonly check: () => Promise<{ readonly numbers: PhoneNumbers | undefined } | undefined>;
  /** Shows what the server found (`error_descriptions`). */
  readonly report: (descriptions: Readonly<Record<string, readonly string[]>>) => void;
  readonly today: string;
};

type Options = {
  readonly initial: ProfileValues;
  /** After each change, to be kept. */
  readonly onChange?: (values: ProfileValues) => void;
  /** ms since 1970. */
  readonly now?: () => number;
};

/**
 * The state of a profile form. An error shows once its field was left or the form sent, goes as soon
 * as it is put right, and nothing turns red while one is typing (ui.md «Forms»).
 */
export function useProfileForm({ initial, onChange, now = Date.now }: Options): ProfileForm {
  const { i18n } = useLingui();
  const [values, setValues] = useState(initial);
  const latest = useRef(values);
  const [shown, setShown] = useState<FieldErrors>({});
  const [summary, setSummary] = useState<{ attempt: number; errors: FieldErrors }>({
    attempt: 0,
    errors: {},
  });
  const today = todayInJapan(new Date(now()));
  const words = (key: string) => i18n._(validationText(key));
  const problems = (numbers = phoneNumbersAtHand()) =>
    profileProblems(latest.current, { today, numbers });

  const refuse = (errors: FieldErrors) => {
    setShown(errors);
    setSummary(({ attempt }) => ({ errors, attempt: attempt + 1 }));
  };

  return {
    values,
    today,
    change(change) {
      const before = latest.current;
      latest.current = { ...before, ...change };
      setValues(latest.current);
      onChange?.(latest.current);
      setShown((errors) => stillWrong(errors, problems(), before, latest.current));
    },
    leave(field) {
      if (isUntouched(field, latest.current)) return;
      const problem = problems()[field];
      if (problem) setShown((errors) => ({ ...errors, [field]: problem }));
    },
    errorOf: (field) => (shown[field] === undefined ? undefined : words(shown[field])),
    summary: {
      attempt: summary.attempt,
      errors: Object.entries(summary.errors).map(([field, key]) => ({ field, text: words(key) })),
    },
    async check() {
      // Without it, out of reach, the server looks at the number.
      const numbers = await loadPhoneNumbers().catch(() => undefined);
      const found = problems(numbers);
      if (Object.keys(found).length > 0) {
        refuse(found);
        return undefined;
      }
      setShown({});
      setSummary(({ attempt }) => ({ attempt, errors: {} }));
      return { numbers };
    },
    report(descriptions) {
      const found = Object.entries(descriptions).flatMap(([field, [key]]) =>
        key === undefined ? [] : [[field, key] as const],
      );
      refuse(Object.fromEntries(found));
    },
  };
}

/** Of the errors shown, those that still hold; a server's error goes when its field is changed. */
function stillWrong(
  shown: FieldErrors,
  found: FieldErrors,
  before: ProfileValues,
  after: ProfileValues,
): FieldErrors {
  const kept: Record<string, string> = {};
  for (const field of PROFILE_FIELDS) {
    const key = shown[field];
    if (key === undefined) continue;
    const now = found[field];
    if (now) kept[field] = now;
    else if (!isChanged(field, before, after) && !(field in found) && isServersOwn(key)) {
      kept[field] = key;
    }
  }
  return kept;
}

/** Keys that only the server finds out: the form's own rules would have named them themselves. */
const isServersOwn = (key: string) => key === 'format.phone' || !key.startsWith('required.');

function isChanged(field: ProfileFieldName, before: ProfileValues, after: ProfileValues): boolean {
  if (field === 'date_of_birth') return before.birth !== after.birth;
  if (field === 'phone' && before.phone_country_code !== after.phone_country_code) return true;
  return before[field] !== after[field];
}
