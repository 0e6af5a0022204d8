import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { BrandError } from './brand-error.ts';

/**
 * Reads a JSON file of a brand.
 * @throws BrandError that names the file and the place in it
 */
export function readFile<Schema extends v.GenericSchema>(
  folder: string,
  name: string,
  schema: Schema,
): v.InferOutput<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  } catch (cause) {
    throw new BrandError(`The brand's ${name} is not valid JSON.`, { cause });
  }
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const where = v.getDotPath(issue) ?? 'the document';
  throw new BrandError(
    issue.expected === 'never'
      ? `The brand's ${name} has ${where}, which a brand cannot set (docs/brand.md).`
      : `Please set ${where} in the brand's ${name}: ${issue.message}.`,
  );
}
