import { isUuid } from '@portal/server-members/members';
import type { Clock } from '@portal/server-platform/clock';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, findRow } from '@portal/server-platform/database/rows';
import { TAKE_BACK_MS } from '@portal/shared-contract';
import { isKeyedHash, keyedHash, type Secrets } from '@portal/shared-process/secrets';
import { and, desc, eq, gt, isNull, lt, notExists } from 'drizzle-orm';
import {
  passportChanges,
  passportPhotos,
  passports,
  passportTransfers,
} from '../schema/passports.ts';
import { isSameHolder } from './holder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** More than a family has passports in a few years. */
const PHOTOS_TO_CHOOSE = 50;

/** Stores an encoded photo and answers its id. Without a passport it is deleted after a day. */
export async function storePhoto({ db, clock }: DomainContext, memberId: string, webp: Uint8Array) {
  const [photo] = await db
    .insert(passportPhotos)
    .values({ memberId, webp, createdAt: clock.now() })
    .returning({ id: passportPhotos.id });
  if (!photo) throw new Error('An insert answered no row');
  return photo.id;
}

/** The id of the member's own photo, locked so that it is not purged before the passport refers to it. */
export async function findOwnPhoto(
  { db }: DomainContext,
  memberId: string,
  photoId: string | null | undefined,
): Promise<string | undefined> {
  if (!photoId || !isUuid(photoId)) return undefined;
  const [photo] = await db
    .select({ id: passportPhotos.id })
    .from(passportPhotos)
    .where(equals(passportPhotos, { id: photoId, memberId }))
    .for('key share');
  return photo?.id;
}

/** The passports of a member with a photo that they uploaded themselves, the newest of each holder. */
export async function listOwnPhotos({ db }: DomainContext, memberId: string) {
  const { holderKind, holderLastName, holderFirstName, holderDateOfBirth, photoId } = passports;
  const columns = { holderKind, holderLastName, holderFirstName, holderDateOfBirth };
  const rows = await db
    .select({ ...columns, photoId: passportPhotos.id })
    .from(passports)
    .innerJoin(passportPhotos, eq(passportPhotos.id, photoId))
    .where(and(eq(passports.ownerId, memberId), eq(passportPhotos.memberId, memberId)))
    .orderBy(desc(passports.createdAt), desc(passports.id))
    .limit(PHOTOS_TO_CHOOSE);
  return rows.filter((row, at) => rows.findIndex((other) => isSameHolder(row, other)) === at);
}

export const readPhoto = async (
  context: DomainContext,
  id: string,
): Promise<Uint8Array | undefined> =>
  isUuid(id) ? (await findRow(context, passportPhotos, { id }))?.webp : undefined;

/** Deletes photos that are unused a day after their upload; those that may come back with a gift or change stay. */
export async function purgePhotos({ db, clock }: DomainContext): Promise<void> {
  const now = clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  const shown = db.select().from(passports).where(eq(passports.photoId, passportPhotos.id));
  const wasBefore = ({
    beforePhotoId,
    undoneAt,
  }: typeof passportTransfers | typeof passportChanges) =>
    and(eq(beforePhotoId, passportPhotos.id), isNull(undoneAt));
  const isRecent = gt(passportTransfers.decidedAt, new Date(now - TAKE_BACK_MS));
  const given = db
    .select()
    .from(passportTransfers)
    .where(and(wasBefore(passportTransfers), isRecent));
  const replaced = db.select().from(passportChanges).where(wasBefore(passportChanges));
  const isUnused = and(...[shown, given, replaced].map(notExists));
  await db.delete(passportPhotos).where(and(lt(passportPhotos.createdAt, dayAgo), isUnused));
}

/** The path of the API on the portal's own origin. */
const API_ON_PAGE = '/api';
/** A link stays the same so long, to be fetched once, and is valid for at least that and at most twice that. */
const LINK_MS = 5 * 60 * 1000;
const PURPOSE = 'passport-pictures';

type Signer = { readonly config: { readonly secrets: Secrets }; readonly clock: Clock };
/** What a link shows: a photo by its id, or a card by its passport and the version of its codes. */
type Image = readonly [kind: 'photo' | 'wallet', id: string, version: number | ''];

/** The signed link of a photo. An `<img>` carries no token, so the link itself is signed. */
export const signPhotoLink = (signer: Signer, id: string): string =>
  `${API_ON_PAGE}/passports/photos/${id}?${signed(signer, ['photo', id, ''])}`;

/** The signed link of a card for Apple Wallet, which the device fetches without a token. */
export function signWalletLink(signer: Signer, id: string, version: number): string {
  const query = signed(signer, ['wallet', id, version]);
  return `${API_ON_PAGE}/passports/${id}/wallet.pkpass?version=${version}&${query}`;
}

/** Whether one of the functions above made the link and it has not expired. */
export function isValidImageLink(
  { config: { secrets }, clock }: Signer,
  image: Image,
  { until, signature }: { readonly until?: string; readonly signature?: string },
): boolean {
  if (!until || !signature || !/^\d{1,15}$/.test(until)) return false;
  if (!isKeyedHash(secrets, PURPOSE, textOf(image, until), signature)) return false;
  return clock.now().getTime() < Number(until);
}

function signed({ config: { secrets }, clock }: Signer, image: Image): string {
  const until = String((Math.floor(clock.now().getTime() / LINK_MS) + 2) * LINK_MS);
  const signature = keyedHash(secrets, PURPOSE, textOf(image, until));
  return new URLSearchParams({ until, signature }).toString();
}

const textOf = (image: Image, until: string): string => [...image, until].join('\n');
