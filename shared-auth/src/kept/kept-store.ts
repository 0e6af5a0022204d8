import type { Passport, TurnstileGrant } from '@portal/shared-contract';
import { currentPlatform, type Platform } from '../platform.ts';
import { ONEID_USER_ID } from '../stored-names.ts';
import { forgetKept } from './forget-kept.ts';
import { firstViewRecord } from './kept-first-view.ts';
import { KEPT_GRANTS, KEPT_PASSES } from './kept-names.ts';
import { type KeptRecord, readRecord, writeRecord } from './kept-record.ts';

/** What is kept for one member: answers of the API by path with sorted query. */
export type Kept = {
  /** ms since 1970: after this nothing is read any more. */
  readonly until: number;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The last moment, in ms since 1970, at which the passes open a turnstile without a connection. */
  readonly worksUntil?: number | undefined;
  /** With which this device makes turnstile codes; scripts can use its private part and not read it. */
  readonly deviceKey?: { readonly privateKey: CryptoKey; readonly publicKey: string } | undefined;
};

/** A grant to make the codes of one pass on this device. */
export type KeptGrant = {
  readonly grant: TurnstileGrant;
  /** How far the device's clock is ahead of the server's, in ms. */
  readonly deviceOffset: number;
};

/** A pass that this device has kept, with what makes its codes, where there is a grant. */
export type KeptPass = {
  readonly pass: Passport;
  readonly codes: (KeptGrant & { readonly key: NonNullable<Kept['deviceKey']> }) | undefined;
};

const RECORD = 'record';

type Parts = Pick<Platform, 'indexedDB' | 'buckets' | 'localStorage' | 'now'>;

/**
 * Keeps answers for a member, encrypted, in place of those before. Nothing is kept, and nothing is left,
 * where that member is not the one who is signed in any more.
 * @param subject the provider's id of the member whose answers they are
 */
export const writeKept = (
  { answers, ...meta }: Kept,
  subject: string,
  parts: Parts = currentPlatform(),
): Promise<void> => write(RECORD, subject, { meta, content: answers }, parts);

/**
 * Keeps what fills the first view of a page, as `writeKept`.
 * @param answers by the address of the call, with what the view shows of each and nothing else
 * @param until in ms since 1970
 */
export const writeFirstView = (
  pathname: string,
  answers: Readonly<Record<string, unknown>>,
  { subject, until }: { readonly subject: string; readonly until: number },
  parts: Parts = currentPlatform(),
): Promise<void> =>
  write(firstViewRecord(pathname), subject, { meta: { until }, content: answers }, parts);

async function write(
  name: string,
  subject: string,
  record: KeptRecord,
  { localStorage, ...places }: Parts,
): Promise<void> {
  if (localStorage.get(ONEID_USER_ID) !== subject) return;
  await writeRecord(name, subject, record, places);
  // The session's end is written before what is kept is removed, so one of the two sees the other.
  if (localStorage.get(ONEID_USER_ID) !== subject) await forgetKept(places);
}

/** What is kept for the signed-in member. What is another member's, or too old, is removed. */
export async function readKept(
  { localStorage, now, ...places }: Parts = currentPlatform(),
): Promise<Kept | undefined> {
  const subject = localStorage.get(ONEID_USER_ID);
  if (!subject) return undefined;
  try {
    const found = await readRecord<Omit<Kept, 'answers'>>(RECORD, subject, now(), places);
    return found && { ...found.meta, answers: found.content as Kept['answers'] };
  } catch {
    // Another member's, too old, or not as it was written.
    await forgetKept(places);
    return undefined;
  }
}

/** The passes that are kept for the signed-in member; none where nothing is kept. */
export async function readKeptPasses(): Promise<readonly KeptPass[]> {
  const kept = await readKept();
  const list = kept?.answers[KEPT_PASSES] as { readonly data: readonly Passport[] } | undefined;
  const grants = kept?.answers[KEPT_GRANTS] as Readonly<Record<string, KeptGrant>> | undefined;
  return (list?.data ?? []).map((pass) => {
    const grant = grants?.[pass.id];
    return { pass, codes: grant && kept?.deviceKey && { ...grant, key: kept.deviceKey } };
  });
}
