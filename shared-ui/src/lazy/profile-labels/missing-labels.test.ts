import type { ProfileFields } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { missingLabels } from './missing-labels.ts';

const HANAKO: ProfileFields = COMPLETE_PROFILE;
/** The English text of a label is its id's message. */
const i18n = { _: (label: unknown) => String((label as { message?: string }).message) };
const missing = (change: Partial<ProfileFields>) =>
  missingLabels({ ...HANAKO, ...change }, 'en', i18n as never);

// @proves 14.92
test.each([
  [{}, undefined],
  [{ city: null }, 'City'],
  [{ phone: null, phone_country_code: null, gender: null }, 'Gender and Phone number'],
  [{ phone_country_code: null }, 'Country of the number'],
])('names what is missing in %j: %s', (change, names) => {
  expect(missing(change)).toBe(names);
});
