import { ReleaseDocumentSchema } from '@portal/delivery-model/document';
import { OperationSchema } from '@portal/delivery-model/log/operations';
import { toJsonSchema } from '@valibot/to-json-schema';

/** The schemas of the wire contract (docs/wire-contract.md), by their names. */
const SCHEMAS = { document: ReleaseDocumentSchema, operation: OperationSchema } as const;
export const SCHEMA_NAMES: readonly string[] = Object.keys(SCHEMAS);

/**
 * A schema of the wire contract as JSON Schema, draft 2020-12. What only code can check, such as that no part is named
 * twice, is left out: the server refuses it in words.
 * @returns undefined for a name that no schema has
 */
export function jsonSchema(name: string): object | undefined {
  const schema = Object.entries(SCHEMAS).find(([known]) => known === name)?.[1];
  return schema && toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'ignore' });
}
