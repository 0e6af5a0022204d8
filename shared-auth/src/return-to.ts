import { parsedUrl } from '@portal/shared-contract/parsed-url';
import { barePath } from '@portal/shared-i18n';
import * as v from 'valibot';
import { CALLBACK_PATH } from './paths.ts';
import type { Platform } from './platform.ts';
import { REDIRECT_URI } from './stored-names.ts';

/**
 * The returnTo: the address of this portal to which a member comes back from a sign-in or another
 * detour. Everything that takes one from a caller, an address or a storage checks it here.
 */

/** Longer than any address of the portal, shorter than what a server's log cuts off. */
const MAX_LENGTH = 2048;
/** A stored address is good for so long. */
const LIFETIME_MS = 60 * 60 * 1000;
/** These sign in or out again, or show no page at all. */
const NO_PAGES = [CALLBACK_PATH, '/silent-check.html', '/logout', '/api', '/remotes'] as const;

/**
 * The path, query and fragment of an address of this origin that a member may be sent to, else undefined. Strict on
 * purpose: an unusual address is refused and not repaired, since browsers and routers repair differently.
 */
export function parseReturnTo(address: unknown, origin: string): string | undefined {
  if (typeof address !== 'string' || address.length > MAX_LENGTH) return undefined;
  if (!isPlain(address)) return undefined;
  const path = withoutOrigin(address, origin);
  if (path === undefined) return undefined;
  const url = parsedUrl(path, origin);
  if (url?.origin !== origin || url.username || url.password) return undefined;
  const decoded = fullyDecoded(url.pathname);
  // `/.//evil.example` is of our origin, but its path `//evil.example` is another host when used again.
  if (decoded === undefined || !isPlain(decoded) || decoded.includes('//')) return undefined;
  if (isNoPage(decoded)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** In a stored value: checks the returnTo as it is read and drops one that is refused. */
export const returnToSchema = (origin: string) =>
  v.pipe(
    v.optional(v.unknown()),
    v.transform((address) => parseReturnTo(address, origin)),
  );

/** A returnTo with what to call it in each language, for a link back to it. */
export type LabelledReturnTo = {
  readonly returnTo: string;
  readonly en: string;
  readonly ja: string;
};

/** Keeps one returnTo for all tabs of this browser, for an hour. */
export type ReturnToStore = {
  /** An address that is refused is not kept. */
  remember(value: LabelledReturnTo): void;
  remembered(): LabelledReturnTo | undefined;
  forget(): void;
};

export function createReturnToStore({
  localStorage,
  page: { origin },
  now,
}: Pick<Platform, 'localStorage' | 'page' | 'now'>): ReturnToStore {
  const StoredSchema = v.object({
    url: returnToSchema(origin),
    en: v.string(),
    ja: v.string(),
    expires_at: v.number(),
  });
  return {
    remember({ returnTo, en, ja }) {
      const url = parseReturnTo(returnTo, origin);
      if (url === undefined) return;
      const value = { url, en, ja, expires_at: now() + LIFETIME_MS };
      localStorage.set(REDIRECT_URI, JSON.stringify(value));
    },
    remembered() {
      const stored = v.safeParse(StoredSchema, parseJson(localStorage.get(REDIRECT_URI)));
      if (!stored.success || stored.output.expires_at < now()) return undefined;
      const { url: returnTo, en, ja } = stored.output;
      return returnTo === undefined ? undefined : { returnTo, en, ja };
    },
    forget: () => localStorage.set(REDIRECT_URI, undefined),
  };
}

/** The value of a JSON text; undefined for no text and for one that is no JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** `/path` of `/path` and of `https://this-origin/path`; any other form is refused. */
function withoutOrigin(address: string, origin: string): string | undefined {
  if (/^\/(?!\/)/.test(address)) return address;
  const rest = address.startsWith(origin) ? address.slice(origin.length) : undefined;
  if (rest === '') return '/';
  return rest !== undefined && /^(\/(?!\/)|[?#])/.test(rest) ? rest : undefined;
}

/** Without control and invisible characters, spaces and backslashes, which browsers drop or replace. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text);

const MAX_ENCODINGS = 5;

/** The path without any layer of percent-encoding; undefined for one with too many layers. */
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

function isNoPage(path: string): boolean {
  const bare = barePath(path.toLowerCase());
  return NO_PAGES.some((prefix) => bare === prefix || bare.startsWith(`${prefix}/`));
}
