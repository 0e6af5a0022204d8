import { isUuid } from '@portal/server-members/members';
import type { Clock } from '@portal/server-platform/clock';
import type { DomainContext } from '@portal/server-platform/database/database';
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
export async function storePhoto(
  { db, clock }: DomainContext,
  memberId: string,
  webp: Uint8Array,
): Promise<string> {
  const [photo] = await db
    .insert(passportPhotos)
    .values({ memberId, webp, createdAt: clock.now() })
    .returning({ id: passportPhotos.id });
  if (!photo) throw new Error('An insert answered no row');
  return photo.id;
}

/**
 * The id of the photo, if this member uploaded it. The lock keeps it from being purged before the
 * passport refers to it.
 */
export async function findOwnPhoto(
  { db }: DomainContext,
  memberId: string,
  photoId: string | null | undefined,
): Promise<string | undefined> {
  if (!photoId || !isUuid(photoId)) return undefined;
  const [photo] = await db
    .select({ id: passportPhotos.id })
    .from(passportPhotos)
    .where(and(eq(passportPhotos.id, photoId), eq(passportPhotos.memberId, memberId)))
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

export async function readPhoto(
  { db }: DomainContext,
  photoId: string,
): Promise<Uint8Array | undefined> {
  if (!isUuid(photoId)) return undefined;
  const [photo] = await db
    .select({ webp: passportPhotos.webp })
    .from(passportPhotos)
    .where(eq(passportPhotos.id, photoId));
  return photo?.webp;
}

/**
 * Deletes the photos that no passport uses a day after their upload. That of a gift, and one that another has
 * replaced, is kept while that can be taken back.
 */
export async function purgePhotos({ db, clock }: DomainContext): Promise<void> {
  const now = clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  const shown = db.select().from(passports).where(eq(passports.photoId, passportPhotos.id));
  const { beforePhotoId, decidedAt, undoneAt } = passportTransfers;
  const given = db
    .select()
    .from(passportTransfers)
    .where(
      and(
        eq(beforePhotoId, passportPhotos.id),
        gt(decidedAt, new Date(now - TAKE_BACK_MS)),
        isNull(undoneAt),
      ),
    );
  const replaced = db
    .select()
    .from(passportChanges)
    .where(
      and(eq(passportChanges.beforePhotoId, passportPhotos.id), isNull(passportChanges.undoneAt)),
    );
  await db
    .delete(passportPhotos)
    .where(
      and(
        lt(passportPhotos.createdAt, dayAgo),
        notExists(shown),
        notExists(given),
        notExists(replaced),
      ),
    );
}

/** The path of the API on the portal's own origin. */
const API_ON_PAGE = '/api';
/**
 * A link stays the same for this long, so that a reloaded list does not fetch the images again. It is
 * valid for at least this long and at most twice as long.
 */
const LINK_MS = 5 * 60 * 1000;
const PURPOSE = 'passport-pictures';

type Signer = { readonly secrets: Secrets; readonly clock: Clock };
/** What a link shows: a photo by its id, or a card by its passport and the version of its codes. */
type Image =
  | { readonly kind: 'photo'; readonly id: string }
  | { readonly kind: 'wallet'; readonly id: string; readonly version: number };

/** The signed link of a photo. An `<img>` carries no token, so the link itself is signed. */
export function signPhotoLink(signer: Signer, id: string): string {
  return `${API_ON_PAGE}/passports/photos/${id}?${signed(signer, { kind: 'photo', id })}`;
}

/** The signed link of a card for Apple Wallet, which the device fetches without a token. */
export function signWalletLink(signer: Signer, id: string, version: number): string {
  const query = signed(signer, { kind: 'wallet', id, version });
  return `${API_ON_PAGE}/passports/${id}/wallet.pkpass?version=${version}&${query}`;
}

/** Whether one of the functions above made the link and it has not expired. */
export function isValidImageLink(
  { secrets, clock }: Signer,
  image: Image,
  { until, signature }: { readonly until?: string; readonly signature?: string },
): boolean {
  if (!until || !signature || !/^\d{1,15}$/.test(until)) return false;
  if (!isKeyedHash(secrets, PURPOSE, textOf(image, Number(until)), signature)) return false;
  return clock.now().getTime() < Number(until);
}

function signed({ secrets, clock }: Signer, image: Image): string {
  const until = (Math.floor(clock.now().getTime() / LINK_MS) + 2) * LINK_MS;
  const signature = keyedHash(secrets, PURPOSE, textOf(image, until));
  return new URLSearchParams({ until: String(until), signature }).toString();
}

/** What the signature covers. */
function textOf(image: Image, until: number): string {
  const { kind, id } = image;
  const version = 'version' in image ? image.version : '';
  return [kind, id, version, until].join('\n');
}
