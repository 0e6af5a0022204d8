import { renderSVG } from 'uqr';
import { presentCode } from '../../domain/passes/codes.ts';
import { readPhoto } from '../../domain/passes/photos.ts';
import { opensPicture } from '../../domain/passes/picture-links.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext, ApiRequest } from '../api-types.ts';
import { limitCall } from '../limits.ts';
import { refuse } from '../refusal.ts';

const PHOTO_CACHE = 'private, max-age=300, immutable';

/**
 * What an `<img>` shows: it carries no token and no key, so each address is signed and short-lived
 * (picture-links.ts). A wrong, an expired and an unknown one are answered alike.
 */
export function mountPassportPictures(app: ApiApp, context: ApiContext): void {
  const signer = { secrets: context.config.secrets, clock: context.clock };
  const notFound = (c: ApiRequest) => answerRefusal(c, refuse('request.not_found'));

  app.get('/passports/photos/:id', async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const id = c.req.param('id');
    const photo =
      opensPicture(signer, { kind: 'photo', id }, c.req.query()) && (await readPhoto(context, id));
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
      opensPicture(signer, { kind: 'code', id, version }, c.req.query()) &&
      (await presentCode(context, id, version));
    if (!code) return notFound(c);
    c.header('cache-control', 'no-store');
    c.header('content-type', 'image/svg+xml');
    return c.body(renderSVG(code.text, { ecc: 'M', border: 4 }));
  });
}
