import type { Clock } from '@portal/server-platform/clock';
import { isKeyedHash, keyedHash, type Secrets } from '@portal/shared-process/secrets';

/** The path of the API on the portal's own origin. */
const API_ON_PAGE = '/api';
/**
 * A link stays the same for this long, so that a reloaded list does not fetch the images again. It is
 * valid for at least this long and at most twice as long.
 */
const LINK_MS = 5 * 60 * 1000;
const PURPOSE = 'passport-pictures';

type Signer = { readonly secrets: Secrets; readonly clock: Clock };
/** What a link shows: a photo by its id, or a card by its passport and the version of its codes. */
type Image =
  | { readonly kind: 'photo'; readonly id: string }
  | { readonly kind: 'wallet'; readonly id: string; readonly version: number };

/** The signed link of a photo. An `<img>` carries no token, so the link itself is signed. */
export function signPhotoLink(signer: Signer, id: string): string {
  return `${API_ON_PAGE}/passports/photos/${id}?${signed(signer, { kind: 'photo', id })}`;
}

/** The signed link of a card for Apple Wallet, which the device fetches without a token. */
export function signWalletLink(signer: Signer, id: string, version: number): string {
  const query = signed(signer, { kind: 'wallet', id, version });
  return `${API_ON_PAGE}/passports/${id}/wallet.pkpass?version=${version}&${query}`;
}

/** Whether one of the functions above made the link and it has not expired. */
export function isValidImageLink(
  { secrets, clock }: Signer,
  image: Image,
  { until, signature }: { readonly until?: string; readonly signature?: string },
): boolean {
  if (!until || !signature || !/^\d{1,15}$/.test(until)) return false;
  if (!isKeyedHash(secrets, PURPOSE, textOf(image, Number(until)), signature)) return false;
  return clock.now().getTime() < Number(until);
}

function signed({ secrets, clock }: Signer, image: Image): string {
  const until = (Math.floor(clock.now().getTime() / LINK_MS) + 2) * LINK_MS;
  const signature = keyedHash(secrets, PURPOSE, textOf(image, until));
  return new URLSearchParams({ until: String(until), signature }).toString();
}

/** What the signature covers. */
function textOf(image: Image, until: number): string {
  const { kind, id } = image;
  const version = 'version' in image ? image.version : '';
  return [kind, id, version, until].join('\n');
}
