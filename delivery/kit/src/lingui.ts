import { formatter } from '@lingui/format-po';

/** The configuration of Lingui in a repository of one remote; the English text is the key of its translation. */
export default {
  locales: ['en', 'ja'],
  sourceLocale: 'en',
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/locales/**'],
    },
  ],
};
