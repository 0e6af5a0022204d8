import { ONEID_USER_ID } from './stored-names.ts';

/**
 * The identity provider's id of who is signed in (spec §3 `oneid_user_id`), there before the member
 * has been loaded. Where the browser refuses storage it is not known.
 */
export function storedSubject(): string | undefined {
  try {
    return localStorage.getItem(ONEID_USER_ID) ?? undefined;
  } catch {
    return undefined;
  }
}
