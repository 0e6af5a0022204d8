import type { I18n } from '@lingui/core';
import { type Locale, missingProfileFields, type ProfileFacts } from '@portal/shared-contract';
import { fieldOrder, ROWS } from '../profile/rows.ts';

/** What a complete profile lacks, as the form calls it and in its order: "City and Phone number". */
export function missingLabels(
  profile: ProfileFacts,
  locale: Locale,
  i18n: Pick<I18n, '_'>,
): string | undefined {
  const missing: readonly string[] = missingProfileFields(profile);
  const labels = fieldOrder(locale)
    .filter((field) => missing.includes(field))
    // The number says it already.
    .filter((field) => field !== 'phone_country_code' || !missing.includes('phone'))
    .map((field) => i18n._(ROWS[field].label));
  if (labels.length === 0) return undefined;
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(labels);
}
