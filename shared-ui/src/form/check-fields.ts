import * as v from 'valibot';

/** A valibot check for rules of more than one field. `findErrors` returns message keys by field, or an empty object. */
export function checkFields<Values extends Record<string, unknown>>(
  findErrors: (values: Values) => Readonly<Record<string, string>>,
): v.RawCheckAction<Values> {
  return v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const [key, message] of Object.entries(findErrors(input))) {
      const path = { type: 'object', origin: 'value', input, key, value: input[key] } as const;
      addIssue({ message, path: [path] });
    }
  });
}
