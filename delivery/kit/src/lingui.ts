import { formatter } from '@lingui/format-po';

/**
 * The configuration of Lingui in a repository of one remote: its texts are in `src/locales`, and the English text is
 * the key of its translation.
 */
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
