import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';

/** A sentence, a space, and what follows it in the same line of text. */
const SPACE_AFTER_SENTENCE = /[.?!]\s*<\/Trans>(?:\{' '\}| (?=[<{]))/;

test('two sentences of a screen are joined by sentenceGap(), since a space would stand in Japanese', () => {
  const found = repositoryFiles()
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => SPACE_AFTER_SENTENCE.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});
