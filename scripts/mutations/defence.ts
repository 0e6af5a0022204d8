import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One defence of the product, and how to take it out. */
export type Defence = {
  /** Short and unique: `npm run mutations -- <name>` tries this one alone. */
  readonly name: string;
  /** What holds no longer without it. */
  readonly without: string;
  /** The file of the defence. */
  readonly file: string;
  /** Exact texts, each once in the file, and what takes their place. Keep them short. */
  readonly changes: readonly (readonly [text: string, replacement: string])[];
  /** The Jest files that must notice. */
  readonly tests: readonly string[];
  /** The statements of docs/product.md that it keeps. */
  readonly product?: readonly string[];
  /** The requirements of OWASP ASVS 5.0 that it meets. */
  readonly asvs?: readonly string[];
};

/**
 * The source of the file without the defence.
 * @throws Error for a text that is not in the source exactly once
 */
export function withoutDefence(source: string, { file, changes }: Defence): string {
  return changes.reduce((text, [found, replacement]) => {
    const parts = text.split(found);
    if (parts.length !== 2) {
      throw new Error(`${file} has ${parts.length - 1} times, not once: ${found}`);
    }
    return parts.join(replacement);
  }, source);
}

/** What is wrong with the list as it stands, without running a test; one sentence for each. */
export function problemsOf(defences: readonly Defence[], root: string): string[] {
  const names = defences.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = twice.map((name) => `${name} is in the list twice`);
  for (const defence of defences) {
    for (const file of [defence.file, ...defence.tests]) {
      if (read(root, file) === undefined) problems.push(`${defence.name}: there is no ${file}`);
    }
    if (defence.changes.length === 0) problems.push(`${defence.name} changes nothing`);
    if (defence.tests.length === 0) problems.push(`${defence.name} names no test`);
    if (!defence.product && !defence.asvs) problems.push(`${defence.name} cites no statement`);
    try {
      withoutDefence(read(root, defence.file) ?? '', defence);
    } catch (error) {
      problems.push(`${defence.name}: ${(error as Error).message}`);
    }
  }
  return problems;
}

function read(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}
