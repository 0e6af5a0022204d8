import { barePath } from '@portal/shared-i18n';
import * as v from 'valibot';
import type { ValueStore } from './platform.ts';
import { REDIRECT_URI } from './stored-names.ts';

/** Longer than any address of ours, shorter than what breaks a server's log. */
const MAX_LENGTH = 2048;
/** How long a member may take to sign in before the place they came from is forgotten. */
const REDIRECT_LIFETIME_MS = 60 * 60 * 1000;
/** Going back to one of these would sign in or out again, or show no page at all. */
const NEVER = ['/callback', '/silent-check.html', '/logout', '/api', '/assets', '/remotes'];

/** A redirect address with what to call it in each language (spec §3). */
export type StoredRedirect = { readonly url: string; readonly en: string; readonly ja: string };

const StoredRedirectSchema = v.object({
  url: v.string(),
  en: v.string(),
  ja: v.string(),
  expires_at: v.number(),
});

/**
 * The path, query and fragment of an address of this origin that a member may be sent to, or
 * undefined. Strict on purpose: what is odd is refused, not repaired, since browsers and routers
 * repair differently.
 */
export function ownAddress(address: unknown, origin: string): string | undefined {
  if (typeof address !== 'string' || address.length > MAX_LENGTH) return undefined;
  if (!isPlain(address)) return undefined;
  const path = withoutOrigin(address, origin);
  if (path === undefined) return undefined;
  const url = URL.parse(path, origin);
  if (url?.origin !== origin || url.username || url.password) return undefined;
  const decoded = fullyDecoded(url.pathname);
  // `/.//evil.example` is of our origin, and its path `//evil.example` is not once it is used again.
  if (decoded === undefined || !isPlain(decoded) || decoded.includes('//')) return undefined;
  if (isNever(decoded)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** `/path` of `/path` and of `https://this-origin/path`; nothing else begins an address of ours. */
function withoutOrigin(address: string, origin: string): string | undefined {
  if (/^\/(?!\/)/.test(address)) return address;
  const rest = address.startsWith(origin) ? address.slice(origin.length) : undefined;
  if (rest === '') return '/';
  return rest !== undefined && /^(\/(?!\/)|[?#])/.test(rest) ? rest : undefined;
}

/** No control or invisible character, space or backslash: browsers drop or turn them, each in its way. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text);

const MAX_ENCODINGS = 5;

/** The path with every layer of percent-encoding taken off, or undefined where that never ends. */
function fullyDecoded(path: string): string | undefined {
  let decoded = path;
  for (let layer = 0; layer < MAX_ENCODINGS; layer += 1) {
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      return undefined;
    }
    if (next === decoded) return decoded;
    decoded = next;
  }
  return undefined;
}

function isNever(path: string): boolean {
  const bare = barePath(path.toLowerCase());
  return NEVER.some((never) => bare === never || bare.startsWith(`${never}/`));
}

/** Keeps where to go after sign-in; an address that is not ours is not kept. */
export function storeRedirect(
  storage: ValueStore,
  redirect: StoredRedirect,
  origin: string,
  now: number,
): void {
  const url = ownAddress(redirect.url, origin);
  if (url === undefined) return;
  const value = { ...redirect, url, expires_at: now + REDIRECT_LIFETIME_MS };
  storage.set(REDIRECT_URI, JSON.stringify(value));
}

/** The address kept last, checked again: whatever wrote it, it leads to a page of ours. */
export function readRedirect(
  storage: ValueStore,
  origin: string,
  now: number,
): StoredRedirect | undefined {
  const stored = v.safeParse(StoredRedirectSchema, parseJson(storage.get(REDIRECT_URI)));
  if (!stored.success || stored.output.expires_at < now) return undefined;
  const { en, ja } = stored.output;
  const url = ownAddress(stored.output.url, origin);
  return url === undefined ? undefined : { url, en, ja };
}

export const forgetRedirect = (storage: ValueStore): void => storage.set(REDIRECT_URI, undefined);

export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
