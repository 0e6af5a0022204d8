import { and, eq, lt, notExists } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { passportPhotos, passports } from '../../db/schema/passes.ts';
import { isUuid } from '../members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Keeps a picture of {@link makePhoto} until a pass takes it. Answers its id. */
export async function keepPhoto(
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
 * The photo, if this member uploaded it; locked, so that it is not purged before the pass has it.
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

/** Removes photos that no pass shows a day after they came. */
export async function purgePhotos({ db, clock }: DomainContext): Promise<void> {
  const aDayAgo = new Date(clock.now().getTime() - DAY_MS);
  const shown = db.select().from(passports).where(eq(passports.photoId, passportPhotos.id));
  await db
    .delete(passportPhotos)
    .where(and(lt(passportPhotos.createdAt, aDayAgo), notExists(shown)));
}
