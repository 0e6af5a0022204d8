import type { Problem } from '@portal/checks-tools/problem';

/** The files that format or count dates: one for the browser, one for messages and the server's pages, one for both. */
const SOURCES: readonly string[] = [
  'shared-i18n/src/format.ts',
  'server/platform/src/texts/i18n.ts',
  'shared-contract/src/dates.ts',
];

const OWN_FORMAT =
  /\bIntl\.DateTimeFormat\b|\.toLocale(?:Date|Time)String\(|\bdate-fns\b|\bdayjs\b/g;

/** Finds places that format a date on their own. @param file path below the root @param read its text */
export function checkDateFormats(file: string, read: () => string): Problem[] {
  const isProduct =
    /^(?:shell|shared-[\w-]+|mfe-[\w-]+|server)\/src\/.*\.tsx?$/.test(file) &&
    !/\/testing\/|\.test\.tsx?$/.test(file);
  if (!isProduct || SOURCES.includes(file)) return [];
  return [...new Set(read().match(OWN_FORMAT))].map((call) => ({
    file,
    says: `formats a date with ${call}. Use formatDate, formatTime or formatDateTime of shared-i18n; on the server momentInJapan or formatCalendarDate.`,
  }));
}
