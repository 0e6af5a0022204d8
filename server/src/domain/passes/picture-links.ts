import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { deriveKey, type Secrets } from '../../secrets.ts';

/** Where the portal's edge puts the API, on the page's own origin: an `<img>` carries no token. */
const API_ON_PAGE = '/api';
/**
 * A link is the same for this long, so that a list that is asked for again shows the same pictures
 * without fetching them, and good for at least as long and at most twice.
 */
const LINK_MS = 5 * 60 * 1000;

type Signer = { readonly secrets: Secrets; readonly clock: Clock };
/** What a link opens: a photo by its id, a code by its pass and the version of its codes. */
type Picture =
  | { readonly kind: 'photo'; readonly id: string }
  | { readonly kind: 'code'; readonly id: string; readonly version: number };

export function photoLink(signer: Signer, id: string): string {
  return `${API_ON_PAGE}/passports/photos/${id}?${signed(signer, { kind: 'photo', id })}`;
}

/** The version is part of it: a pass that was given away shows no code to its former owner. */
export function codeLink(signer: Signer, id: string, version: number): string {
  const query = signed(signer, { kind: 'code', id, version });
  return `${API_ON_PAGE}/passports/${id}/qr-code?version=${version}&${query}`;
}

/** Whether a link was made by {@link photoLink} or {@link codeLink} and is still good. */
export function opensPicture(
  { secrets, clock }: Signer,
  picture: Picture,
  { until, signature }: { readonly until?: string; readonly signature?: string },
): boolean {
  if (!until || !signature || !/^\d{1,15}$/.test(until)) return false;
  const expected = signatureOf(secrets, picture, Number(until));
  const shown = Buffer.from(signature, 'base64url');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return false;
  return clock.now().getTime() < Number(until);
}

function signed({ secrets, clock }: Signer, picture: Picture): string {
  const until = (Math.floor(clock.now().getTime() / LINK_MS) + 2) * LINK_MS;
  const signature = signatureOf(secrets, picture, until).toString('base64url');
  return new URLSearchParams({ until: String(until), signature }).toString();
}

function signatureOf(secrets: Secrets, picture: Picture, until: number): Buffer {
  const { kind, id } = picture;
  const version = 'version' in picture ? picture.version : '';
  return createHmac('sha256', deriveKey(secrets, 'passport-pictures'))
    .update([kind, id, version, until].join('\n'))
    .digest();
}
