import { useLingui } from '@lingui/react';
import { validationText } from '@portal/shared-i18n';
import { type FocusEvent, type FormEvent, useState } from 'react';
import { type FieldErrors, type FormSchema, fieldErrors, formValues } from './field-errors.ts';
import { usePress } from './use-press.ts';

export type FormErrors = {
  /** Spread on the <form> (or the router's Form). */
  readonly formProps: {
    readonly noValidate: true;
    readonly onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
    readonly onPointerDown: () => void;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** What to show under a field: in words, or undefined. */
  readonly errorOf: (name: string) => string | undefined;
  /** What to show in the ErrorSummary. `attempt` changes with each refused submit. */
  readonly summary: {
    readonly attempt: number;
    readonly errors: ReadonlyArray<{ readonly field: string; readonly text: string }>;
  };
  /** Shows what the server found (`error_descriptions`: message keys by field). */
  readonly report: (descriptions: Readonly<Record<string, readonly string[]>>) => void;
};

type Shown = {
  readonly errors: FieldErrors;
  readonly attempt: number;
  readonly summary: FieldErrors;
};

/**
 * Says what is wrong with a form, at the right time: a field's error shows once the field has been
 * left or the form submitted, and goes as soon as it is put right; nothing turns red while one is
 * still typing (ui.md «Forms»). A submit with errors goes no further.
 */
export function useFormErrors(
  schema: FormSchema,
  readValues: (form: HTMLFormElement) => unknown = formValues,
): FormErrors {
  const { i18n } = useLingui();
  const [shown, setShown] = useState<Shown>({ errors: {}, attempt: 0, summary: {} });
  const press = usePress();
  const words = (key: string) => i18n._(validationText(key));

  const leave = (event: FocusEvent<HTMLFormElement>) => {
    const left = event.target as EventTarget & { name?: string; value?: string };
    // A field that was only passed through is not wrong yet: it is empty, and nobody has submitted.
    if (!left.name || left.value === '') return;
    const { name } = left;
    const form = event.currentTarget;
    press.afterwards(() => {
      const text = fieldErrors(schema, readValues(form))[name];
      if (text !== undefined)
        setShown((now) => ({ ...now, errors: { ...now.errors, [name]: text } }));
    });
  };

  const type = (event: FormEvent<HTMLFormElement>) => {
    if (Object.keys(shown.errors).length === 0) return;
    const found = fieldErrors(schema, readValues(event.currentTarget));
    const { name } = event.target as EventTarget & { name?: string };
    setShown((now) => ({ ...now, errors: stillWrong(now.errors, found, name) }));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const found = fieldErrors(schema, readValues(event.currentTarget));
    const refused = Object.keys(found).length > 0;
    if (refused) event.preventDefault();
    setShown((now) => ({
      errors: found,
      summary: found,
      attempt: refused ? now.attempt + 1 : now.attempt,
    }));
  };

  return {
    formProps: {
      noValidate: true,
      onBlur: leave,
      onInput: type,
      onPointerDown: press.begin,
      onSubmit: submit,
    },
    errorOf: (name) => (shown.errors[name] === undefined ? undefined : words(shown.errors[name])),
    summary: {
      attempt: shown.attempt,
      errors: Object.entries(shown.summary).map(([name, key]) => ({
        field: name,
        text: words(key),
      })),
    },
    report: (descriptions) => {
      const found = firstOfEach(descriptions);
      setShown((now) => ({ errors: found, summary: found, attempt: now.attempt + 1 }));
    },
  };
}

/** Of the errors shown, those that still hold; a server's error goes when its field is changed. */
function stillWrong(
  shown: FieldErrors,
  found: FieldErrors,
  changed: string | undefined,
): FieldErrors {
  const kept = Object.entries(shown).filter(([name]) => name !== changed || found[name]);
  return Object.fromEntries(kept.map(([name, key]) => [name, found[name] ?? key]));
}

function firstOfEach(descriptions: Readonly<Record<string, readonly string[]>>): FieldErrors {
  const entries = Object.entries(descriptions).flatMap(([name, [key]]) =>
    key === undefined ? [] : [[name, key] as const],
  );
  return Object.fromEntries(entries);
}
