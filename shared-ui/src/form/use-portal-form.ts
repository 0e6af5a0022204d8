import {
  type FormSchema,
  getDeepErrorEntries,
  getErrors,
  getInput,
  setInput,
  useForm,
  validate,
} from '@formisch/react';
import { useLingui } from '@lingui/react';
import { validationText } from '@portal/shared-i18n/validation-texts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { usePress } from './use-press.ts';

type Values<Schema extends FormSchema> = v.InferInput<Schema>;
type Name<Schema extends FormSchema> = keyof Values<Schema> & string;
/** The names of the fields whose values have the given type. */
type NameOf<Schema extends FormSchema, Value> = {
  [Field in Name<Schema>]: NonNullable<Values<Schema>[Field]> extends Value ? Field : never;
}[Name<Schema>];

/** Message keys by field name; '' stands for the form itself. */
type ErrorKeys = Readonly<Record<string, string>>;
/** The server's `error_descriptions`: message keys by field name. */
export type ServerErrors = Readonly<Record<string, readonly string[]>>;

export type PortalFormOptions<Schema extends FormSchema> = {
  /** Its issues are message keys such as `required.email`. It is read when the form opens. */
  readonly schema: Schema;
  readonly initialValues: Values<Schema>;
  /** Server errors of these values from before the form opened again. */
  readonly serverErrors?: ServerErrors | undefined;
  /** Called with all values after each change, for a flow that keeps a draft. */
  readonly onChange?: (values: Values<Schema>) => void;
  /** Loads what the schema needs. A submit waits for it before it validates. */
  readonly beforeCheck?: () => Promise<unknown>;
  /** Called with the schema's output if the form is valid, and not again until it settles. */
  readonly onSubmit: (values: v.InferOutput<Schema>) => unknown;
};

type FieldState = { readonly name: string; readonly error: string | undefined };
type TextChange = { readonly target: { readonly value: string } };
type CheckedChange = { readonly target: { readonly checked: boolean } };

export type FormSummary = {
  /** The number of rejected submits. */
  readonly attempt: number;
  readonly errors: ReadonlyArray<{ readonly field: string; readonly text: string }>;
};

export type PortalForm<Schema extends FormSchema = FormSchema> = {
  readonly props: {
    readonly noValidate: true;
    readonly onPointerDown: () => void;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Spread on a TextField, a TextArea or a NativeSelect. */
  readonly text: (name: NameOf<Schema, string>) => FieldState & {
    readonly value: string;
    readonly onChange: (event: TextChange) => void;
    readonly onBlur: () => void;
  };
  /** Spread on a PasswordField. It has no `value`, which React would write into the document. */
  readonly password: (name: NameOf<Schema, string>) => FieldState & {
    readonly onChange: (event: TextChange) => void;
    readonly onBlur: () => void;
  };
  readonly checkbox: (name: NameOf<Schema, boolean>) => FieldState & {
    readonly checked: boolean;
    readonly onChange: (event: CheckedChange) => void;
    readonly onBlur: () => void;
  };
  /** Spread on a field whose `onChange` passes a value: RadioGroup, DateField, PinInput. */
  readonly control: <Field extends Name<Schema>>(
    name: Field,
  ) => FieldState & {
    readonly value: Values<Schema>[Field];
    readonly onChange: (value: Values<Schema>[Field]) => void;
    readonly onLeave: () => void;
  };
  readonly errorOf: (name: Name<Schema>) => string | undefined;
  readonly values: Values<Schema>;
  readonly change: (part: Partial<Values<Schema>>) => void;
  /** Reports that a field was left: its error shows from now on, unless it is empty. */
  readonly leave: (name: Name<Schema>) => void;
  readonly summary: FormSummary;
  readonly submitting: boolean;
  readonly showServerErrors: (errors: ServerErrors) => void;
};

/**
 * The state of a form. Formisch holds the values and validates them after each change; this hook decides when an
 * error shows (design §6.8 and §6.9): after its field has been left with a value in it, or after a submit. The
 * error disappears as soon as the field is valid, and returns only when the field is left again. A server's error
 * stays until its field changes. Why Formisch: docs/decisions/0016-form-library.md.
 */
export function usePortalForm<Schema extends FormSchema>(
  options: PortalFormOptions<Schema>,
): PortalForm<Schema> {
  const { schema, initialValues, onChange, beforeCheck, onSubmit } = options;
  const { i18n } = useLingui();
  const press = usePress();
  // Typed as the general schema, because the paths of a generic schema cannot be checked.
  const store = useForm<FormSchema>({ schema, initialInput: initialValues, validate: 'input' });
  const readValues = () => getInput(store) as Values<Schema>;
  const readErrors = (): ErrorKeys =>
    Object.fromEntries(
      getDeepErrorEntries(store).map(({ path, errors: [first] }) => [path.join('.'), first]),
    );
  // Reading an error subscribes the form to it, so all of them are read at a submit alone.
  const readError = (name: string) => getErrors(store, { path: [name] })?.[0];
  const values = readValues();

  const [serverErrors, setServerErrors] = useState(() => firstOfEach(options.serverErrors ?? {}));
  const [revealed, setRevealed] = useState<readonly string[]>(() => Object.keys(serverErrors));
  const [summary, setSummary] = useState({
    attempt: revealed.length > 0 ? 1 : 0,
    errors: serverErrors,
  });
  const [submitting, setSubmitting] = useState(false);
  const isSubmitting = useRef(false);

  const wrong = revealed.filter((name) => name in serverErrors || readError(name) !== undefined);
  useEffect(() => {
    if (wrong.length < revealed.length) setRevealed(wrong);
  });

  const text = (key: string) => i18n._(validationText(key));
  const errorOf = (name: string) => {
    const key = serverErrors[name] ?? (wrong.includes(name) ? readError(name) : undefined);
    return key === undefined ? undefined : text(key);
  };
  const refuse = (found: ErrorKeys) => {
    setRevealed(Object.keys(found));
    setSummary(({ attempt }) => ({ attempt: attempt + 1, errors: found }));
  };

  function change(part: Partial<Values<Schema>>): void {
    for (const [name, input] of Object.entries(part)) setInput(store, { path: [name], input });
    setServerErrors((now) => without(now, Object.keys(part)));
    onChange?.(readValues());
  }

  function leave(name: string): void {
    if (isEmpty(readValues()[name])) return;
    press.afterwards(() => {
      void validate(store).then(() => setRevealed((names) => [...names, name]));
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setSubmitting(true);
    try {
      await beforeCheck?.();
      const result = await validate(store);
      setServerErrors({});
      if (!result.success) return refuse(readErrors());
      setRevealed([]);
      setSummary(({ attempt }) => ({ attempt, errors: {} }));
      await onSubmit(result.output as v.InferOutput<Schema>);
    } finally {
      isSubmitting.current = false;
      setSubmitting(false);
    }
  }

  const field = (name: string) => ({ name, error: errorOf(name) });
  const set = (name: string, value: unknown) =>
    change({ [name]: value } as Partial<Values<Schema>>);

  return {
    props: {
      noValidate: true,
      onPointerDown: press.begin,
      onSubmit: (event) => void submit(event),
    },
    text: (name) => ({
      ...field(name),
      value: values[name] as string,
      onChange: ({ target }) => set(name, target.value),
      onBlur: () => leave(name),
    }),
    password: (name) => ({
      ...field(name),
      onChange: ({ target }) => set(name, target.value),
      onBlur: () => leave(name),
    }),
    checkbox: (name) => ({
      ...field(name),
      checked: values[name] as boolean,
      onChange: ({ target }) => set(name, target.checked),
      onBlur: () => leave(name),
    }),
    control: (name) => ({
      ...field(name),
      value: values[name],
      onChange: (value) => set(name, value),
      onLeave: () => leave(name),
    }),
    errorOf,
    values,
    change,
    leave,
    summary: {
      attempt: summary.attempt,
      errors: Object.entries(summary.errors).map(([name, key]) => ({
        field: name,
        text: text(key),
      })),
    },
    submitting,
    showServerErrors(found) {
      const keys = firstOfEach(found);
      setServerErrors(keys);
      refuse(keys);
    },
  };
}

/** Whether a value counts as not entered: an empty text, or a date without any of its parts. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === false || String(value).trim() === '';
}

function firstOfEach(errors: ServerErrors): ErrorKeys {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, [key]]) => (key === undefined ? [] : [[name, key]])),
  );
}

function without(errors: ErrorKeys, names: readonly string[]): ErrorKeys {
  if (!names.some((name) => name in errors)) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
