import type { Defence } from '../defence.ts';

const SESSION_TESTS = ['shared-auth/src/known-answers.test.ts'];

/** What keeps the answers that a tab remembers from another member, and from showing what has changed. */
export const KNOWN_ANSWERS: readonly Defence[] = [
  {
    name: 'known-answers-member',
    without: 'a page shows what the API has answered to the member before',
    file: 'shared-auth/src/atoms.ts',
    changes: [['  forgetMemberAnswers();\n', '']],
    tests: SESSION_TESTS,
    product: ['2.86'],
  },
  {
    name: 'known-answers-late',
    without: 'an answer that comes after the sign-out is remembered',
    file: 'shared-api/src/answer-store.ts',
    changes: [['if (askedUnder !== version) return;', '']],
    tests: SESSION_TESTS,
    product: ['2.86'],
  },
  {
    name: 'known-answers-ahead',
    without: 'what was fetched ahead for a member is used after the sign-out',
    file: 'shared-api/src/answer-store.ts',
    changes: [['early?.clear();', '']],
    tests: ['shell/src/prefetch/prefetch.test.tsx'],
    product: ['2.86'],
  },
  {
    name: 'known-answers-write',
    without: 'a page shows what the member has just changed as it was before',
    file: 'shared-api/src/client.ts',
    changes: [["if (endpoint.method !== 'GET') forgetAnswers(early);", '']],
    tests: ['shared-api/src/client.test.ts'],
    product: ['2.86'],
  },
];
