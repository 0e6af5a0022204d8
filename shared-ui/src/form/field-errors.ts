import * as v from 'valibot';

/** Any schema whose issues carry message keys. */
export type FormSchema = v.GenericSchema<unknown, unknown>;

/** Message keys by field: the first thing wrong with each, in the order of the schema. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with a form's values. Nested fields are named with dots; '' is the form itself. */
export function fieldErrors(schema: FormSchema, values: unknown): FieldErrors {
  const result = v.safeParse(schema, values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue) ?? '';
    errors[name] ??= issue.message;
  }
  return errors;
}

/** A form's values by field name: several of one name as an array, files left out. */
export function formValues(form: HTMLFormElement): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  const data = new FormData(form);
  for (const name of new Set(data.keys())) {
    const texts = data.getAll(name).filter((value) => typeof value === 'string');
    values[name] = texts.length > 1 ? texts : (texts[0] ?? '');
  }
  return values;
}
