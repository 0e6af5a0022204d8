import * as v from 'valibot';
import { JAPANESE_POSTAL_CODE, normalizePostalCode } from './format-postal-code.ts';
import { lineOfText } from './text.ts';

const ABROAD_MAX = 20;

/** A Japanese postal code: seven digits, with or without a hyphen; an empty text becomes `null`. */
export const JapanesePostalCodeSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform(normalizePostalCode),
    v.check((code) => code === '' || JAPANESE_POSTAL_CODE.test(code), 'format.postal_code'),
    v.transform((code) => (code === '' ? null : code)),
  ),
);

/** A postal code of any country. For a member in Japan the server also applies {@link JapanesePostalCodeSchema}. */
export const PostalCodeSchema = v.pipe(
  lineOfText(ABROAD_MAX),
  v.transform((code) => code && normalizePostalCode(code)),
);
