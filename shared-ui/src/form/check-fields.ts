import * as v from 'valibot';

/**
 * A valibot check of a whole form, for rules that involve more than one field; add it to a schema's
 * pipe.
 * @param findErrors returns message keys by field; an empty object if there is no error
 */
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
