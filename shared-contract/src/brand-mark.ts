/** The brand's mark, an arch, as a path in a box of 32 × 32. */
export const BRAND_MARK_PATH =
  'M16 2a12 12 0 0 1 12 12v14a2 2 0 0 1-2 2h-6V15a4 4 0 0 0-8 0v15H6a2 2 0 0 1-2-2V14A12 12 0 0 1 16 2z';

/** The title of a page in the browser: what the page is about, then the brand. */
export function pageTitle(page: string, brandName: string): string {
  return `${page} · ${brandName}`;
}
