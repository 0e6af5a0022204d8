import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiRequest } from '@portal/server-endpoint/api-types';
import { limitCall } from '@portal/server-endpoint/limits';
import { refuse } from '@portal/server-endpoint/refusal';
import { withAccent } from '@portal/shared-brand/look/icon';
import { pictureOf } from '@portal/shared-brand/read/designs';
import { DESIGN_PICTURES_PATH } from '@portal/shared-contract';
import { compress } from 'hono/compress';
import { readPhoto } from '../passport/photos.ts';
import { isValidImageLink } from '../passport/signed-image-links.ts';
import type { PassportApiContext } from './api-context.ts';

/** A browser must not have a member's photo after a sign-out. */
const PHOTO_CACHE = 'no-store';
/**
 * A brand may change a picture with any start of the server; what a browser has it may show meanwhile, and without a
 * connection (RFC 5861 §3).
 */
const DESIGN_CACHE = 'public, max-age=3600, stale-while-revalidate=31536000';

/**
 * The addresses that `<img>` elements load. An `<img>` sends no token and no API key, so the addresses of
 * what is a member's are signed and expire (signed-image-links.ts). A forged, an expired and an unknown
 * address all answer 404. A brand's designs are for everybody.
 */
export function mountPassportImages(app: ApiApp, context: PassportApiContext): void {
  const signer = { secrets: context.config.secrets, clock: context.clock };
  const { look } = context.config.brand;
  const notFound = (c: ApiRequest) => answerRefusal(c, refuse('request.not_found'));

  app.use(`${DESIGN_PICTURES_PATH}/:id`, compress());
  app.get(`${DESIGN_PICTURES_PATH}/:id`, async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    c.header('cache-control', DESIGN_CACHE);
    c.header('content-type', 'image/svg+xml');
    return c.body(withAccent(pictureOf(context.config, c.req.param('id')), look));
  });

  app.get('/passports/photos/:id', async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const id = c.req.param('id');
    const photo =
      isValidImageLink(signer, { kind: 'photo', id }, c.req.query()) &&
      (await readPhoto(context, id));
    if (!photo) return notFound(c);
    c.header('cache-control', PHOTO_CACHE);
    c.header('content-type', 'image/webp');
    return c.body(new Uint8Array(photo));
  });
}
