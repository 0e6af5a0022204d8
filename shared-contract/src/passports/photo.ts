import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/**
 * Told by content, whatever the name or header says. SVG and HTML are none of them, nor is HEIC: a
 * browser that can show one hands it over as JPEG when it crops it.
 */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024;
/** Shorter sides would not show a face. */
export const PHOTO_MIN_PIXELS = 200;

/**
 * The body is the file itself. The server decodes it, turns it upright, strips all metadata, scales it
 * and encodes it anew. A photo that no pass uses is deleted after a day.
 * `request.invalid` names `photo`: `photo.type` (no picture of PHOTO_TYPES), `photo.damaged`,
 * `photo.dimensions` (too small, or too many pixels).
 */
export const uploadPassportPhoto = endpoint({
  method: 'POST',
  path: '/passports/photos',
  access: 'member',
  summary: 'Uploads a photo for a pass.',
  upload: { types: PHOTO_TYPES, maxBytes: PHOTO_MAX_BYTES },
  answer: v.object({
    data: v.object({
      photo_id: v.string(),
      /** Address of the picture for `<img>`, good for some minutes. */
      url: v.string(),
    }),
  }),
  errors: ['request.too_large'],
});
