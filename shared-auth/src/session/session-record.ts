import type { Platform } from '../platform.ts';
import { lastResultOf, type SessionDatabase } from '../session-database.ts';
import {
  ACCESS_TOKEN,
  ACCESS_TOKEN_EXPIRES_AT,
  ONEID_USER_ID,
  REFRESH_TOKEN,
} from '../stored-names.ts';

/**
 * The session's tokens. The truth is one record in IndexedDB that changes only under one Web Lock;
 * local storage mirrors it. Local storage alone is not enough: other tabs see a write
 * late, and 20 tabs sent a used refresh token in 14 of 30 rounds.
 *
 * The page's boot script bundles this module, so it imports no library.
 */
export type SessionRecord =
  | {
      readonly signedIn: true;
      /** Made at each sign-in and kept through renewals: tells one session from the next. */
      readonly session: string;
      readonly accessToken: string;
      /** When the access token expires by this device's clock, in ms since 1970, where the provider says. */
      readonly expiresAt?: number | undefined;
      readonly refreshToken?: string | undefined;
      /** Of the sign-in at another provider, for the sign-out there. Local storage does not mirror it. */
      readonly idToken?: string | undefined;
      /** The provider's id of the member. */
      readonly subject?: string | undefined;
    }
  /** Written at sign-out, so that a mirror left behind by a crash does not sign the member in again. */
  | { readonly signedIn: false };

export const SIGNED_OUT: SessionRecord = { signedIn: false };

export const sessionOf = (record: SessionRecord): string | undefined =>
  record.signedIn ? record.session : undefined;
export const subjectOf = (record: SessionRecord): string | undefined =>
  record.signedIn ? record.subject : undefined;

export type RecordStore = {
  /** The record as of now. A decision that depends on it belongs in `change`. */
  read(): Promise<SessionRecord>;
  /**
   * Runs `work` while no other tab can change the record. A `next` in its answer is stored, first in
   * the record and then in the mirror.
   * @throws DOMException `TimeoutError`, where another tab has kept the record for too long
   */
  change<T>(work: (current: SessionRecord) => Promise<Change<T>>): Promise<T>;
  /** Stores a record whatever the current one is, in turn with the other tabs unless one of them hangs. */
  replace(next: SessionRecord): Promise<void>;
  /** What local storage says, without waiting: enough to draw a page and to send a call. */
  mirror(): SessionRecord;
};
type Change<T> = { readonly next?: SessionRecord | undefined; readonly result: T };

const KEY = 'tokens';
const LOCK = 'portal-session';
/** As long as another tab may take to renew the tokens, with its second try. */
const TURN_WITHIN_MS = 9_000;
/** For what needs no turn, since it does not depend on the record before. */
const REPLACES_WITHIN_MS = 3_000;

export function createRecordStore(
  { locks, localStorage }: Pick<Platform, 'locks' | 'localStorage'>,
  database: SessionDatabase,
): RecordStore {
  async function read(): Promise<SessionRecord> {
    const stored = await database('readonly', (store) => lastResultOf<unknown>(store.get(KEY)));
    // Without a database (some private modes) the mirror is all there is.
    return isRecord(stored) ? stored : mirror();
  }

  async function write(next: SessionRecord): Promise<void> {
    if (!next.signedIn) writeMirror(next);
    await database('readwrite', (store) => lastResultOf(store.put(next, KEY)));
    writeMirror(next);
  }

  function mirror(): SessionRecord {
    const accessToken = localStorage.get(ACCESS_TOKEN);
    if (!accessToken) return SIGNED_OUT;
    const subject = localStorage.get(ONEID_USER_ID);
    const refreshToken = localStorage.get(REFRESH_TOKEN);
    const expiresAt = Number(localStorage.get(ACCESS_TOKEN_EXPIRES_AT));
    return {
      signedIn: true,
      session: `stored:${subject ?? ''}`,
      accessToken,
      ...(refreshToken && { refreshToken }),
      ...(expiresAt > 0 && { expiresAt }),
      ...(subject && { subject }),
    };
  }

  function writeMirror(record: SessionRecord): void {
    const values = record.signedIn ? record : undefined;
    localStorage.set(ACCESS_TOKEN, values?.accessToken);
    localStorage.set(REFRESH_TOKEN, values?.refreshToken);
    localStorage.set(ACCESS_TOKEN_EXPIRES_AT, values?.expiresAt?.toString());
    localStorage.set(ONEID_USER_ID, values?.subject);
  }

  const change: RecordStore['change'] = (work) => {
    const inTurn = async () => {
      const { next, result } = await work(await read());
      if (next !== undefined) await write(next);
      return result;
    };
    return locks.request(LOCK, inTurn, TURN_WITHIN_MS);
  };

  return {
    read,
    mirror,
    change,
    replace: (next) =>
      locks.request(LOCK, () => write(next), REPLACES_WITHIN_MS).catch(() => write(next)),
  };
}

const OPTIONAL_TEXT = ['string', 'undefined'];
/** `typeof` of the values of a record with a session. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  session: ['string'],
  accessToken: ['string'],
  expiresAt: ['number', 'undefined'],
  refreshToken: OPTIONAL_TEXT,
  idToken: OPTIONAL_TEXT,
  subject: OPTIONAL_TEXT,
};

/** Whether a stored value is a record: another version of the portal may have written it. */
function isRecord(value: unknown): value is SessionRecord {
  const record = (value ?? {}) as Record<string, unknown>;
  if (record.signedIn !== true) return record.signedIn === false;
  return Object.entries(TYPES).every(([name, types]) => types.includes(typeof record[name]));
}
