import type { ApiApp } from '@portal/server-endpoint/api-types';
import { mountForMember, mountUpload } from '@portal/server-endpoint/mount';
import { Refusal, refusalOf, refuse } from '@portal/server-endpoint/refusal';
import { listPassportPhotos, uploadPassportPhoto } from '@portal/shared-contract';
import { encodePhoto } from '../passport/encode-photo.ts';
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
  mountUpload(app, context, uploadPassportPhoto, async (readFile, { member }) => {
    const limited = await limitMember(context, LIMITS.photos, member.id);
    if (limited) return refusalOf(limited);
    const file = await readFile();
    if (file instanceof Refusal) return file;
    const encoded = await encodePhoto(file);
    if (encoded === 'busy') {
      const retryAt = new Date(context.clock.now().getTime() + BUSY_MS);
      return refusalOf({ ok: false, error: 'too_many_attempts', retryAt });
    }
    if (typeof encoded === 'string') return refuse('request.invalid', { photo: [encoded] });
    const photoId = await storePhoto(context, member.id, encoded);
    return { data: { photo_id: photoId, url: signPhotoLink(signer, photoId) } };
  });
}
