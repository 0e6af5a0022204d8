import { isUuid } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { TAKE_BACK_MS } from '@portal/shared-contract';
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
