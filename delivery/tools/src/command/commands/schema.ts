import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Command } from '../command.ts';

/** Prints a schema of what builds and pipelines exchange with the portal. */
export const schema: Command = {
  name: 'schema',
  args: ['name'],
  summary: "Prints the JSON Schema of a release's document, or of operations.",
  details: ['The names are: document, operation. It asks no portal.'],
  async run({ args: [name = ''] }) {
    const { jsonSchema, SCHEMA_NAMES } = await import('../../kit/json-schemas.ts');
    const found = jsonSchema(name);
    if (!found) {
      throw wrongUsage(
        `There is no schema ${JSON.stringify(name)}.`,
        `Name one of: ${SCHEMA_NAMES.join(', ')}.`,
      );
    }
    return { json: { schema: found }, lines: JSON.stringify(found, null, 2).split('\n') };
  },
};
