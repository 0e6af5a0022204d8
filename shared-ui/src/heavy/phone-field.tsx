import { useLingui } from '@lingui/react/macro';
import { PHONE_INPUT_MAX_LENGTH } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import {
  type ChangeEvent,
  type ReactElement,
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
import { meantBefore, placeAfter } from './phone/caret.ts';
import { countriesByName, countryName, countryWords, searchable } from './phone/country-names.ts';
import {
  loadPhoneNumbers,
  type PhoneNumbers,
  phoneNumbersAtHand,
} from './phone/load-phone-numbers.ts';
import type { PhoneMode, TypedPhone } from './phone/phone-numbers.ts';

export type { PhoneMode, TypedPhone };

export type PhoneFieldProps = {
  /** Of the number; its country is `${name}_country_code`. */
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly value: TypedPhone;
  readonly onChange: (value: TypedPhone) => void;
  /** The number has been left. */
  readonly onLeave?: () => void;
  readonly mode?: PhoneMode;
};

/** A telephone number of any country, written with its country's separators while it is typed. */
export function PhoneField(props: PhoneFieldProps): ReactElement {
  const { name, label, hint, error, required = false, value, onChange, onLeave } = props;
  const { mode = 'auto' } = props;
  const { t } = useLingui();
  const numbers = usePhoneNumbers();
  const countries = useCountryOptions(numbers, value.country);
  const caret = useKeptCaret();

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed } = event.target;
    const composing = (event.nativeEvent as InputEvent).isComposing;
    // What an input method has not settled yet is left alone.
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
        // Its text is written once: anew when the dial codes have come, unless one is typing there.
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

/** A key that changes when the dial codes arrive while nobody is in the field: focus is never lost. */
function useKeyOnArrival(numbers: PhoneNumbers | undefined) {
  const pair = useRef<HTMLDivElement>(null);
  const [rewritten, setRewritten] = useState(numbers ? 'with dial codes' : 'names');
  useEffect(() => {
    if (numbers && !pair.current?.contains(document.activeElement)) setRewritten('with dial codes');
  }, [numbers]);
  return { pair, rewritten };
}

/** Another country: a number with `+` names its own, so it is the digits that stay. */
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

/** The caret's place in a number, kept over the separators that come and go around it. */
function useKeptCaret() {
  const input = useRef<HTMLInputElement>(null);
  const meant = useRef<number | undefined>(undefined);
  // After every drawing: a deleted separator comes back, and the text is the same as before.
  useLayoutEffect(() => {
    const field = input.current;
    if (meant.current === undefined || !field || document.activeElement !== field) return;
    const place = placeAfter(field.value, meant.current);
    meant.current = undefined;
    field.setSelectionRange(place, place);
  });
  return {
    input,
    keep(field: HTMLInputElement) {
      const place = field.selectionStart ?? field.value.length;
      // At the end there is nothing to keep: the separator that follows a digit belongs before it.
      meant.current = place === field.value.length ? undefined : meantBefore(field.value, place);
    },
  };
}

export function usePhoneNumbers(): PhoneNumbers | undefined {
  const [numbers, setNumbers] = useState(phoneNumbersAtHand);
  useEffect(() => {
    let here = true;
    loadPhoneNumbers().then(
      (module) => here && setNumbers(() => module),
      // Without it the number stays as it is typed, and the server looks at it.
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
