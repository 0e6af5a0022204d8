import * as v from 'valibot';
import { JAPANESE_POSTAL_CODE, normalizePostalCode } from './format-postal-code.ts';
import { lineOfText } from './text.ts';

const ABROAD_MAX = 20;

/** A postal code of Japan: seven digits, a hyphen is allowed; empty is `null`. */
export const JapanesePostalCodeSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform(normalizePostalCode),
    v.check((code) => code === '' || JAPANESE_POSTAL_CODE.test(code), 'format.postal_code'),
    v.transform((code) => (code === '' ? null : code)),
  ),
);

/**
 * A postal code of any country. Which rule holds depends on the profile's country; the server asks
 * {@link JapanesePostalCodeSchema} for a member in Japan.
 */
export const PostalCodeSchema = v.pipe(
  lineOfText(ABROAD_MAX),
  v.transform((code) => code && normalizePostalCode(code)),
);
