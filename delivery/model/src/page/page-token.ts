import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';

/** 72 bits: enough that nobody meets that of another page by chance. */
const TOKEN_LETTERS = 12;

/**
 * Names the releases of a page, so that its reports say from which page they are. It is the same
 * for everybody who gets the same releases, and no secret: whoever has the page has it.
 * @param remotes those that are switched on, with their versions
 */
export function pageToken(shell: string, remotes: Readonly<Record<string, string>>): string {
  const page = canonicalJson({ shell, remotes });
  return createHash('sha256').update(page).digest('base64url').slice(0, TOKEN_LETTERS);
}
