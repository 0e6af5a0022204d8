import { uploadPassportPhoto } from '@portal/shared-contract';
import { LIMITS, limitMember } from '../../domain/passes/limits.ts';
import { makePhoto } from '../../domain/passes/photo-picture.ts';
import { keepPhoto } from '../../domain/passes/photos.ts';
import { photoLink } from '../../domain/passes/picture-links.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountUpload } from '../mount.ts';
import { refusalOf, refuse } from '../refusal.ts';

/** How long to wait when too many photos come at once. */
const BUSY_MS = 5_000;

export function mountPassportPhotos(app: ApiApp, context: ApiContext): void {
  mountUpload(app, context, uploadPassportPhoto, async (readFile, { member }) => {
    const limited = await limitMember(context, LIMITS.photos, member.id);
    if (limited) return refusalOf(limited);
    const picture = await makePhoto(await readFile());
    if (picture === 'busy') {
      const retryAt = new Date(context.clock.now().getTime() + BUSY_MS);
      return refusalOf({ ok: false, error: 'too_many_attempts', retryAt });
    }
    if (typeof picture === 'string') return refuse('request.invalid', { photo: [picture] });
    const photoId = await keepPhoto(context, member.id, picture);
    const signer = { secrets: context.config.secrets, clock: context.clock };
    return { data: { photo_id: photoId, url: photoLink(signer, photoId) } };
  });
}
