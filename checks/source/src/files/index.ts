import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '@portal/checks-tools/problem';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';
import { checkCodeWords, codeWords } from './code-words.ts';
import { checkColors } from './colors.ts';
import { checkDateFormats } from './date-formats.ts';
import { checkTracked } from './tracked.ts';

const SOURCE = /(?<!code-words|code-words\.test)\.(tsx?|mjs)$/;

/** Generated files, paths, registry hosts, keys, raw colours, own date formats and words that the glossary forbids. */
export function trackedProblems(): Problem[] {
  const words = codeWords(readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8'));
  return repositoryFiles().flatMap((file) => {
    const read = () => readFileSync(path.join(ROOT, file), 'utf8');
    return [
      ...checkTracked(file, read),
      ...checkColors(file, read),
      ...checkDateFormats(file, read),
      ...(SOURCE.test(file) ? checkCodeWords(file, read(), words) : []),
    ];
  });
}
