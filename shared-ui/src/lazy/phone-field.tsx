import { useLingui } from '@lingui/react/macro';
import { PHONE_INPUT_MAX_LENGTH } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import {
  type ChangeEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formPair } from '#styled/recipes/form-pair.js';
import { TextField } from '../text-field.tsx';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { countryName } from './country-name.ts';
import { countriesByName, countryWords, searchable } from './phone/country-names.ts';
import {
  loadedPhoneNumbers,
  loadPhoneNumbers,
  type PhoneNumbers,
} from './phone/load-phone-numbers.ts';
import type { PhoneMode, TypedPhone } from './phone/phone-numbers.ts';

export type { PhoneMode, TypedPhone };

export type PhoneFieldProps = {
  /** The name of the number's field; the country's field is `${name}_country_code`. */
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly value: TypedPhone;
  readonly onChange: (value: TypedPhone) => void;
  /** Called when the focus leaves the number. */
  readonly onLeave?: () => void;
  readonly mode?: PhoneMode;
};

/** A phone number of any country, formatted as it is typed (design §6.7). */
export function PhoneField(props: PhoneFieldProps) {
  const { name, label, hint, error, required = false, value, onChange, onLeave } = props;
  const { mode = 'auto' } = props;
  const { t } = useLingui();
  const numbers = usePhoneNumbers();
  const countries = useCountryOptions(numbers, value.country);
  const caret = useKeptCaret();

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed } = event.target;
    const composing = (event.nativeEvent as InputEvent).isComposing;
    // Text that an input method is still composing is left alone.
    if (composing || !numbers) return onChange({ ...value, number: typed });
    caret.keep(event.target);
    onChange(numbers.formatTyped({ ...value, number: typed }, mode));
  };
  const settle = () => {
    if (numbers) onChange(numbers.formatFinished(numbers.formatTyped(value, mode), mode));
    onLeave?.();
  };

  const { pair, rewritten } = useKeyOnArrival(numbers);

  return (
    <div ref={pair} className={formPair({ kind: 'phone' })}>
      <Combobox
        // The combobox writes its text once; the key rewrites it.
        key={rewritten}
        name={`${name}_country_code`}
        label={t`Country of the number`}
        options={countries}
        value={value.country}
        onChange={(country) => onChange(withCountry(value, country, numbers, mode))}
        search={searchable}
      />
      <TextField
        ref={caret.input}
        name={name}
        label={label}
        hint={hint}
        error={error}
        required={required}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={PHONE_INPUT_MAX_LENGTH}
        placeholder={t`Enter a phone number`}
        value={value.number}
        onChange={change}
        onCompositionEnd={(event) => {
          const typed = { ...value, number: event.currentTarget.value };
          onChange(numbers ? numbers.formatTyped(typed, mode) : typed);
        }}
        onBlur={settle}
      />
    </div>
  );
}

/** A key that changes when the dial codes arrive, except under the focus, which would be lost. */
function useKeyOnArrival(numbers: PhoneNumbers | undefined) {
  const pair = useRef<HTMLDivElement>(null);
  const [rewritten, setRewritten] = useState(numbers ? 'with dial codes' : 'names');
  useEffect(() => {
    if (numbers && !pair.current?.contains(document.activeElement)) setRewritten('with dial codes');
  }, [numbers]);
  return { pair, rewritten };
}

/** Returns the number with another country. One with `+` implies its country, so only its national digits stay. */
function withCountry(
  { number }: TypedPhone,
  country: string,
  numbers: PhoneNumbers | undefined,
  mode: PhoneMode,
): TypedPhone {
  if (!numbers || number.trim() === '') return { number, country };
  const { dialCode = '' } = numbers.dialCodes().find(({ iso2 }) => iso2 === country) ?? {};
  const plain = number.normalize('NFKC').trim();
  if (!plain.startsWith('+')) return numbers.formatTyped({ number, country }, mode);
  const own = numbers.toE164({ number, country });
  if (own.country === country) return { number, country };
  const before = numbers.dialCodes().find(({ iso2 }) => iso2 === own.country)?.dialCode ?? '';
  const national = plain.replace(/\D/g, '').slice(before.length);
  return {
    number: numbers.formatTyped({ number: `+${dialCode}${national}`, country }, mode).number,
    country,
  };
}

/** Keeps the caret's position in a number while the formatting adds and removes separators. */
function useKeptCaret() {
  const input = useRef<HTMLInputElement>(null);
  const meant = useRef<number | undefined>(undefined);
  // Runs after every render: when a deleted separator comes back, the text is the same as before.
  useLayoutEffect(() => {
    const field = input.current;
    if (meant.current === undefined || !field || document.activeElement !== field) return;
    const place = caretAfter(field.value, meant.current);
    meant.current = undefined;
    field.setSelectionRange(place, place);
  });
  return {
    input,
    keep(field: HTMLInputElement) {
      const place = field.selectionStart ?? field.value.length;
      // At the end of the text there is nothing to keep; the caret belongs after a separator that follows a digit.
      meant.current =
        place === field.value.length ? undefined : significantBefore(field.value, place);
    },
  };
}

export function usePhoneNumbers(): PhoneNumbers | undefined {
  const [numbers, setNumbers] = useState(loadedPhoneNumbers);
  useEffect(() => {
    let here = true;
    loadPhoneNumbers().then(
      (module) => here && setNumbers(() => module),
      // If loading fails, the number stays as it is typed and the server checks it.
      () => {},
    );
    return () => {
      here = false;
    };
  }, []);
  return numbers;
}

function useCountryOptions(
  numbers: PhoneNumbers | undefined,
  chosen: string,
): readonly ComboboxOption[] {
  const locale = useLocale();
  const all = useMemo(() => {
    const entries = numbers?.dialCodes() ?? [];
    const dialCode = new Map(entries.map((entry) => [entry.iso2, entry.dialCode]));
    return countriesByName([...dialCode.keys()], locale).map(({ iso2, name }) => {
      const code = dialCode.get(iso2) ?? '';
      return { value: iso2, label: `${name} +${code}`, words: countryWords(iso2, code) };
    });
  }, [numbers, locale]);
  if (all.length > 0 || chosen === '') return all;
  return [{ value: chosen, label: countryName(chosen, locale), words: '' }];
}

/** Digits and plus signs, of any width. All other characters are formatting. */
const MEANT = /[\d\uFF10-\uFF19+\uFF0B]/;

/** Returns the number of digits and plus signs before an index of a text. */
function significantBefore(text: string, place: number): number {
  return [...text.slice(0, place)].filter((character) => MEANT.test(character)).length;
}

/** The caret's index after a number was formatted again: after as many digits and plus signs as before. */
function caretAfter(text: string, meant: number): number {
  if (meant === 0) return 0;
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (MEANT.test(text[place] ?? '')) seen += 1;
    if (seen === meant) return place + 1;
  }
  return text.length;
}
