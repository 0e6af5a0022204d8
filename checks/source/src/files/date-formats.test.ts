import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { trackedProblems } from './index.ts';

// @proves 9.60
test('no file of the product formats dates in its own way', () => {
  expect(repositoryFiles()).toContain('shared-i18n/src/format.ts');
  expect(trackedProblems().filter(({ says }) => says.includes('formats a date'))).toEqual([]);
});
