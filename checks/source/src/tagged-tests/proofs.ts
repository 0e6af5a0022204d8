import type { Problem } from '@portal/checks-tools/problem';

/** A test, or a whole test file, that proves a statement. */
export type Proof = {
  readonly number: string;
  readonly file: string;
  /** The test's title; undefined where the whole file proves it. */
  readonly title?: string;
};

/** The tags of one list of numbered statements. */
export type TagKind = {
  readonly tag: RegExp;
  /** Matches anything like a tag; a line that `tag` does not match is misspelt. */
  readonly looksLikeTag: RegExp;
  readonly example: string;
  /** The file that has the statements. */
  readonly source: string;
};

export const PROVES: TagKind = {
  tag: /^\s*\/\/ @proves((?: \d+\.\d+)+)\s*$/,
  looksLikeTag: /^\s*(?:\/\/|\/?\*+)\s*@proves\b/,
  example: '// @proves 5.3',
  source: 'docs/product.md',
};

export const ASVS: TagKind = {
  tag: /^\s*\/\/ @asvs((?: \d+\.\d+\.\d+)+)\s*$/,
  looksLikeTag: /^\s*(?:\/\/|\/?\*+)\s*@asvs\b/,
  example: '// @asvs 6.2.4',
  source: 'checks/source/src/tagged-tests/asvs.yaml',
};

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
 * The tags of a test file, such as `// @proves 5.3 9.2`. A tag on the line above a `test`, `it` or `describe`
 * (other comments may stand between) belongs to that test; one with nothing but imports before it
 * belongs to the file.
 * @param file path below the root, for the messages
 * @param known the numbers that its list of statements has
 */
export function proofsIn(
  file: string,
  source: string,
  known: ReadonlySet<string>,
  kind: TagKind = PROVES,
): FileProofs {
  const lines = source.split('\n');
  const proofs: Proof[] = [];
  const problems: Problem[] = [];
  lines.forEach((line, index) => {
    if (!kind.looksLikeTag.test(line)) return;
    const report = (says: string) => problems.push({ file: `${file}:${index + 1}`, says });
    const tag = kind.tag.exec(line);
    if (!tag?.[1]) {
      report(`write the tag as \`${kind.example}\`, several numbers with spaces between.`);
      return;
    }
    const title = titleBelow(lines, index);
    if (title === undefined && !isHead(lines.slice(0, index))) {
      report('the tag stands neither above a test nor at the head of the file.');
      return;
    }
    for (const number of tag[1].trim().split(' ')) {
      if (known.has(number)) proofs.push({ number, file, ...(title !== undefined && { title }) });
      else report(`${kind.source} has no statement ${number}.`);
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
