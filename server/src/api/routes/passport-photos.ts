import { uploadPassportPhoto } from '@portal/shared-contract';
import { encodePhoto } from '../../domain/passports/encode-photo.ts';
import { LIMITS, limitMember } from '../../domain/passports/limits.ts';
import { storePhoto } from '../../domain/passports/photos.ts';
import { signPhotoLink } from '../../domain/passports/signed-image-links.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountUpload } from '../mount.ts';
import { Refusal, refusalOf, refuse } from '../refusal.ts';

/** The wait to answer while too many photos are being encoded. */
const BUSY_MS = 5_000;

/** `POST /passports/photos` (product §7.70). */
export function mountPassportPhotos(app: ApiApp, context: ApiContext): void {
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
    const signer = { secrets: context.config.secrets, clock: context.clock };
    return { data: { photo_id: photoId, url: signPhotoLink(signer, photoId) } };
  });
}
