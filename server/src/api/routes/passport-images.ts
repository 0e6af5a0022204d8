import { DESIGN_PICTURES_PATH } from '@portal/shared-contract';
import { withAccent } from '@portal/shared-release/brand/icon';
import { renderSVG } from 'uqr';
import { currentGateCode } from '../../domain/passports/gate-codes.ts';
import { readPhoto } from '../../domain/passports/photos.ts';
import { isValidImageLink } from '../../domain/passports/signed-image-links.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext, ApiRequest } from '../api-types.ts';
import { limitCall } from '../limits.ts';
import { refuse } from '../refusal.ts';

/** A browser must not have a member's photo after a sign-out. */
const PHOTO_CACHE = 'no-store';
/** A brand may change a picture with any start of the server. */
const DESIGN_CACHE = 'public, max-age=3600';

/**
 * The addresses that `<img>` elements load. An `<img>` sends no token and no API key, so the addresses of
 * what is a member's are signed and expire (signed-image-links.ts). A forged, an expired and an unknown
 * address all answer 404. A brand's designs are for everybody.
 */
export function mountPassportImages(app: ApiApp, context: ApiContext): void {
  const signer = { secrets: context.config.secrets, clock: context.clock };
  const notFound = (c: ApiRequest) => answerRefusal(c, refuse('request.not_found'));

  const { designs, look } = context.config.brand;
  const pictures = new Map(
    Object.entries(designs?.pictures ?? {}).map(([id, svg]) => [id, withAccent(svg, look)]),
  );
  app.get(`${DESIGN_PICTURES_PATH}/:id`, async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const picture = pictures.get(c.req.param('id'));
    if (!picture) return notFound(c);
    c.header('cache-control', DESIGN_CACHE);
    c.header('content-type', 'image/svg+xml');
    return c.body(picture);
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

  app.get('/passports/:id/qr-code', async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const id = c.req.param('id');
    const version = Number(c.req.query('version'));
    const code =
      isValidImageLink(signer, { kind: 'code', id, version }, c.req.query()) &&
      (await currentGateCode(context, id, version));
    if (!code) return notFound(c);
    c.header('cache-control', 'no-store');
    c.header('content-type', 'image/svg+xml');
    return c.body(renderSVG(code.text, { ecc: 'M', border: 4 }));
  });
}
