import type { Problem } from './problem.ts';

/** A test, or a whole test file, that proves a statement of docs/product.md. */
export type Proof = {
  readonly number: string;
  readonly file: string;
  /** The test's title; undefined where the whole file proves it. */
  readonly title?: string;
};

const TAG = /^\s*\/\/ @proves((?: \d+\.\d+)+)\s*$/;
/** Matches anything like a tag; a line that TAG does not match is misspelt. */
const LOOKS_LIKE_TAG = /^\s*(?:\/\/|\/?\*+)\s*@proves\b/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;
const STRING = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/.source;
const CALL = /^\s*(?:test|it|describe)(?:\.\w+)*\(/;
const TITLE = new RegExp(`^\\s*(?:test|it|describe)(?:\\.(?!each\\b)\\w+)*\\(\\s*${STRING}`);
/** `test.each(table)('title', …)`: the title follows the table. */
const EACH_TITLE = new RegExp(`\\)\\(\\s*${STRING}`);

export type FileProofs = {
  readonly proofs: readonly Proof[];
  readonly problems: readonly Problem[];
};

/**
 * The tags `// @proves 5.3 9.2` of a test file. A tag on the line above a `test`, `it` or `describe`
 * (other comments may stand between) belongs to that test; one with nothing but imports before it
 * belongs to the file.
 * @param file path below the root, for the messages
 * @param known the numbers that docs/product.md has
 */
export function proofsIn(file: string, source: string, known: ReadonlySet<string>): FileProofs {
  const lines = source.split('\n');
  const proofs: Proof[] = [];
  const problems: Problem[] = [];
  lines.forEach((line, index) => {
    if (!LOOKS_LIKE_TAG.test(line)) return;
    const report = (says: string) => problems.push({ file: `${file}:${index + 1}`, says });
    const tag = TAG.exec(line);
    if (!tag?.[1]) {
      report('write the tag as `// @proves 5.3`, several numbers with spaces between.');
      return;
    }
    const title = titleBelow(lines, index);
    if (title === undefined && !isHead(lines.slice(0, index))) {
      report('the tag stands neither above a test nor at the head of the file.');
      return;
    }
    for (const number of tag[1].trim().split(' ')) {
      if (known.has(number)) proofs.push({ number, file, ...(title !== undefined && { title }) });
      else report(`docs/product.md has no statement ${number}.`);
    }
  });
  return { proofs, problems };
}

/** The title of the test that follows the tag without an empty line between. */
function titleBelow(lines: readonly string[], tag: number): string | undefined {
  let start = tag + 1;
  while (COMMENT.test(lines[start] ?? '')) start += 1;
  if (!CALL.test(lines[start] ?? '')) return undefined;
  const call = lines.slice(start).join('\n');
  const title = TITLE.exec(call) ?? EACH_TITLE.exec(call);
  return title?.[2]?.replace(/\\(.)/g, '$1');
}

/** Nothing but comments and imports, also over several lines. */
function isHead(lines: readonly string[]): boolean {
  const rest = lines
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import\b[^;]*;/gm, '');
  return rest.trim() === '';
}
