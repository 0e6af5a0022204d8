import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { HolderSchema } from './passport.ts';

/** Recognised by content. A browser that can show HEIC uploads a JPEG after cropping. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024;
/** The smallest side that still shows a face. */
export const PHOTO_MIN_PIXELS = 200;

/** The photos that the member has uploaded for passports, the newest of each holder. */
export const listPassportPhotos = endpoint('GET', '/passports/photos', {
  access: 'member',
  summary: 'The photos on the passports of the member that they have uploaded, by holder.',
  answer: v.object({
    data: v.array(
      v.object({
        holder: HolderSchema,
        photo_id: v.string(),
        /** Signed address for `<img>`. */
        url: v.string(),
      }),
    ),
  }),
});

/**
 * The body is the file itself. The server encodes it again without metadata. A photo
 * that no passport uses is deleted after a day.
 *
 * `request.invalid` has the field `photo` with `photo.type` (not one of PHOTO_TYPES), `photo.damaged`
 * or `photo.dimensions` (too small, or too many pixels).
 */
export const uploadPassportPhoto = endpoint('POST', '/passports/photos', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Uploads a photo for a passport.',
  upload: { types: PHOTO_TYPES, maxBytes: PHOTO_MAX_BYTES },
  answer: v.object({
    data: v.object({
      photo_id: v.string(),
      /** Signed address for `<img>`. */
      url: v.string(),
    }),
  }),
  errors: ['request.too_large'],
});
