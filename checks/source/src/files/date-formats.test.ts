import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { checkDateFormats } from './date-formats.ts';
import { trackedProblems } from './index.ts';

const problems = (text: string, file = 'shell/src/layout/header.tsx') =>
  checkDateFormats(file, () => text).length;

// @proves 9.60
test('no file of the product formats dates in its own way', () => {
  expect(repositoryFiles()).toContain('shared-i18n/src/format.ts');
  expect(trackedProblems().filter(({ says }) => says.includes('formats a date'))).toEqual([]);
});

test.each([
  "new Intl.DateTimeFormat('ja-JP')",
  'new Date().toLocaleDateString()',
  'at.toLocaleTimeString(locale)',
  "import dayjs from 'dayjs';",
])('%s is a format of its own', (text) => {
  expect(problems(text)).toBe(1);
});

test.each([
  ['formatDate(date)', 'shell/src/a.tsx'],
  ['new Intl.DateTimeFormat()', 'shared-i18n/src/format.ts'],
  ['new Intl.DateTimeFormat()', 'server/platform/src/texts/moment-in-japan.ts'],
  ['new Intl.DateTimeFormat()', 'shell/src/a.test.ts'],
  ['new Intl.DateTimeFormat()', 'e2e/src/a.ts'],
])('%s in %s is not', (text, file) => {
  expect(problems(text, file)).toBe(0);
});
