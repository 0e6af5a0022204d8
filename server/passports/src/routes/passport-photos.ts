import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api';
import { limitByAddress } from '@portal/server-endpoint/limits';
import { mountForMember, mountUpload } from '@portal/server-endpoint/mount';
import { withTransaction } from '@portal/server-platform/database/database';
import { limitMember, tooMany } from '@portal/server-platform/limits/rate-limits';
import { err, ok, Refusal } from '@portal/server-platform/outcome';
import { withAccent } from '@portal/shared-brand/look/icon';
import { pictureOf } from '@portal/shared-brand/read/designs';
import {
  DESIGN_PICTURES_PATH,
  listPassportPhotos,
  uploadPassportPhoto,
} from '@portal/shared-contract';
import { compress } from 'hono/compress';
import { encodePhoto } from '../passport/encode-photo.ts';
import { lockMemberShared } from '../passport/holder.ts';
import {
  isValidImageLink,
  listOwnPhotos,
  readPhoto,
  signPhotoLink,
  storePhoto,
} from '../passport/photos.ts';
import { LIMITS, type PassportApiContext } from './api-context.ts';

/** The wait to answer while too many photos are being encoded. */
const BUSY_S = 5;

export function mountPassportPhotos(app: ApiApp, context: PassportApiContext): void {
  mountForMember(app, context, listPassportPhotos, async (_, { member }) => ({
    data: (await listOwnPhotos(context, member.id)).map(({ photoId, ...holder }) => ({
      holder: {
        kind: holder.holderKind,
        last_name: holder.holderLastName,
        first_name: holder.holderFirstName,
        date_of_birth: holder.holderDateOfBirth,
      },
      photo_id: photoId,
      url: signPhotoLink(context, photoId),
    })),
  }));
  mountUpload(app, context, uploadPassportPhoto, async (readFile, { member, network }) => {
    const limited = await limitMember(context, LIMITS.photos, member.id);
    if (limited) return limited;
    const file = await readFile();
    if (file instanceof Refusal) return file;
    const encoded = await encodePhoto(file, { network });
    if (encoded === 'busy') return tooMany(context, BUSY_S);
    if (typeof encoded === 'string') {
      return err('request.invalid', { descriptions: { photo: [encoded] } });
    }
    const stored = await withTransaction(context, async (tx) =>
      // Encoding has taken a while, in which the session may have ended.
      (await lockMemberShared(tx, member.id))
        ? ok(await storePhoto(tx, member.id, encoded))
        : err('auth.unauthorized'),
    );
    if (!stored.ok) return stored;
    const photoId = stored.value;
    return { data: { photo_id: photoId, url: signPhotoLink(context, photoId) } };
  });
}

/** A browser must not have a member's photo after a sign-out. */
const PHOTO_CACHE = 'no-store';
/**
 * A brand may change a picture with any start of the server; what a browser has it may show meanwhile, and without a
 * connection (RFC 5861 §3).
 */
const DESIGN_CACHE = 'public, max-age=3600, stale-while-revalidate=31536000';

/**
 * The addresses that `<img>` elements load, without a token or an API key. Those of a member's images are signed and
 * expire; a forged, an expired and an unknown one all answer 404. A brand's designs are for everybody.
 */
export function mountPassportImages(app: ApiApp, context: PassportApiContext): void {
  const { look } = context.config.brand;

  app.get(`${DESIGN_PICTURES_PATH}/:id`, compress(), limitByAddress(context), (c) => {
    c.header('cache-control', DESIGN_CACHE);
    c.header('content-type', 'image/svg+xml');
    return c.body(withAccent(pictureOf(context.config, c.req.param('id')), look));
  });

  app.get('/passports/photos/:id', limitByAddress(context), async (c) => {
    const id = c.req.param('id');
    const isValid = isValidImageLink(context, ['photo', id, ''], c.req.query());
    const photo = isValid && (await readPhoto(context, id));
    if (!photo) return answerRefusal(c, err('request.not_found'));
    c.header('cache-control', PHOTO_CACHE);
    c.header('content-type', 'image/webp');
    return c.body(new Uint8Array(photo));
  });
}
