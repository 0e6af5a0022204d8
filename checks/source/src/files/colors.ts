import type { Problem } from '@portal/checks-tools/problem';

/** The one file with the portal's colours. */
const SOURCE = 'shared-contract/src/brand-values.ts';

/** `#rgb`, `#rrggbb` with or without an alpha, and the colour functions of CSS. */
const RAW_COLOR =
  /(?<![&\w/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/gi;

/** Files with colours of their own. */
const OWN_COLORS: readonly RegExp[] = [
  // Pictures: the designs of the passports, and what goes with them.
  /^shared-brand\/src\/demo\/designs\//,
  /^mfe-mypage\/src\/passports\/(gift-ticket|passport-art)\.tsx$/,
  // Stand-ins for other services, which must not look like the portal.
  /^server\/.*sandbox[\w-]*[./]/,
  // The example of another brand.
  /^deploy\/brand-example\//,
  // The picture of a sample notification.
  /^server\/main\/src\/seed\//,
  // Tools and tests.
  /^(e2e|checks)\//,
  /\/testing\/|\.test\.tsx?$/,
];

/** Finds colours that are written out. @param file path below the root @param read its text */
export function checkColors(file: string, read: () => string): Problem[] {
  const draws = /\.(tsx?|css|html|svg)$/.test(file);
  if (!draws || file === SOURCE || OWN_COLORS.some((path) => path.test(file))) return [];
  const colors = new Set(read().match(RAW_COLOR));
  return [...colors].map((color) => ({
    file,
    says: `writes the colour ${color} out. Take it from ${SOURCE}, in css() by its token's name.`,
  }));
}
