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
  // Editors on Windows put a byte order mark before the text.
  const text = readFileSync(path.join(folder, name), 'utf8').replace(/^\uFEFF/, '');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new BrandError(`The brand's ${name} is not valid JSON${faultIn(text)}`, { cause });
  }
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const where = v.getDotPath(issue) ?? 'the document';
  throw new BrandError(
    issue.expected === 'never'
      ? `The brand's ${name} has ${where}, which a brand cannot set (docs/brand.md).`
      : `Please set ${where} in the brand's ${name}: ${wordsOf(issue)}.`,
  );
}

/** In place of the library's own words for what is missing, or not of the kind. */
function wordsOf({ message, received, expected }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message;
  if (received === 'undefined') return 'it is missing';
  return expected === 'Object' ? 'a group of entries, { … }' : message;
}

/** Where a text stops being JSON, and the sign that cannot stand there. */
function faultIn(text: string): string {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (canGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  if (good === text.length) return ': it ends too early. Please close what is opened.';
  const before = text.slice(0, good);
  const [line, column] = [before.split('\n').length, good - before.lastIndexOf('\n')];
  const sign = text[good];
  const isTrailingComma = /,\s*$/.test(before) && /[\]}]/.test(sign ?? '');
  return ` at line ${line}, column ${column}: ${isTrailingComma ? `please take out the comma before “${sign}”` : `“${sign}” cannot stand there`}.`;
}

/** Whether a text is the beginning of a JSON text. */
function canGoOn(part: string): boolean {
  try {
    JSON.parse(part);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = / at position (\d+)/.exec(message)?.[1];
    return /end of JSON input|Unterminated string/.test(message) || Number(at) === part.length;
  }
}

/** What the demo has where a brand brings nothing of its own. */
export const DEMO_FOLDER = path.resolve(import.meta.dirname, '../demo');
