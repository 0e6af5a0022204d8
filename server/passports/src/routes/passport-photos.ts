import type { ApiApp } from '@portal/server-endpoint/api-types';
import { mountForMember, mountUpload } from '@portal/server-endpoint/mount';
import { Refusal, refusalOf, refuse } from '@portal/server-endpoint/refusal';
import { withTransaction } from '@portal/server-platform/database/with-transaction';
import { err, ok } from '@portal/server-platform/outcome';
import { listPassportPhotos, uploadPassportPhoto } from '@portal/shared-contract';
import { encodePhoto } from '../passport/encode-photo.ts';
import { lockMemberShared } from '../passport/holder.ts';
import { LIMITS, limitMember } from '../passport/limits.ts';
import { listOwnPhotos, storePhoto } from '../passport/photos.ts';
import { signPhotoLink } from '../passport/signed-image-links.ts';
import type { PassportApiContext } from './api-context.ts';

/** The wait to answer while too many photos are being encoded. */
const BUSY_MS = 5_000;

/** The photos to choose from, and the upload of another. */
export function mountPassportPhotos(app: ApiApp, context: PassportApiContext): void {
  const signer = { secrets: context.config.secrets, clock: context.clock };
  mountForMember(app, context, listPassportPhotos, async (_, { member }) => ({
    data: (await listOwnPhotos(context, member.id)).map(({ photoId, ...holder }) => ({
      holder: {
        kind: holder.holderKind,
        last_name: holder.holderLastName,
        first_name: holder.holderFirstName,
        date_of_birth: holder.holderDateOfBirth,
      },
      photo_id: photoId,
      url: signPhotoLink(signer, photoId),
    })),
  }));
  mountUpload(app, context, uploadPassportPhoto, async (readFile, { member, network }) => {
    const limited = await limitMember(context, LIMITS.photos, member.id);
    if (limited) return refusalOf(limited);
    const file = await readFile();
    if (file instanceof Refusal) return file;
    const encoded = await encodePhoto(file, { network });
    if (encoded === 'busy') {
      const retryAt = new Date(context.clock.now().getTime() + BUSY_MS);
      return refusalOf({ ok: false, error: 'too_many_attempts', retryAt });
    }
    if (typeof encoded === 'string') return refuse('request.invalid', { photo: [encoded] });
    const stored = await withTransaction(context, async (tx) =>
      // Encoding has taken a while, in which the session may have ended.
      (await lockMemberShared(tx, member.id))
        ? ok(await storePhoto(tx, member.id, encoded))
        : err('auth.unauthorized'),
    );
    if (!stored.ok) return refusalOf(stored);
    const photoId = stored.value;
    return { data: { photo_id: photoId, url: signPhotoLink(signer, photoId) } };
  });
}
