import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The style of the sign-in pages, which load no font and no second file. The install step makes it from the portal's own
 * recipes (docs/decisions/0033-the-look.md).
 */
export const PAGE_STYLE = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
  .replace(/\s+/g, ' ')
  .trim();
