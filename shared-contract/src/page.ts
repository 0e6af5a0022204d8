import type { Locale } from './schemas.ts';

/**
 * What the composed page (index.html) hands to the code it starts: configuration, the registry of
 * remotes, and whatever the boot script began before any other script had arrived.
 * Made by delivery, read by the shell, shared-api and shared-auth. It stands at `window.portal`.
 */
export type PortalPage = {
  readonly config: PortalConfig;
  readonly shell: PackageOnPage;
  readonly remotes: Readonly<Record<string, RemoteOnPage>>;
  /**
   * Loads a script or stylesheet that the registry names, with its hash, once per address.
   * Rejects with an Error for an address the registry does not name, for a hash that does not match,
   * for a network failure and after the time-out; the next call tries again.
   */
  load(url: string): Promise<void>;
  /** Hash of a file (`sha384-…`), or undefined: then it must not be loaded. */
  integrity(url: string): string | undefined;
  /** Answers of API calls begun by the boot script, by path with query. Each is taken once. */
  readonly early: Map<string, Promise<Response>>;
  /** The silent login check begun by the boot script; taken once by shared-auth. */
  silent?: SilentCheck | undefined;
};

/** A silent check under way: what was sent, and the answer's query string. */
export type SilentCheck = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** `?code=…&state=…` or `?error=…&state=…`; rejects after the time-out. */
  readonly answer: Promise<string>;
};

/** What the page knows of one release: every address is one of `files`. */
export type PackageOnPage = {
  readonly version: string;
  /** Where its files lie, with a trailing slash: `/remotes/account/0.1.0+1f2e3d4c/`. */
  readonly base: string;
  /** Hash of each file, by its name below `base`. Nothing else of this release may load. */
  readonly files: Readonly<Record<string, string>>;
  /** Scripts that start it, in order: the shell's chunks, or the remote's entry and rows. */
  readonly scripts: readonly string[];
  /** Stylesheets to be there before one of its screens shows. */
  readonly styles: readonly string[];
  readonly catalogs: Readonly<Record<Locale, readonly string[]>>;
  /** By bare route path, in React Router syntax. */
  readonly routes: Readonly<Record<string, RouteOnPage>>;
};

export type RemoteOnPage = PackageOnPage & {
  /** The federation name, also of the global that its entry sets: `mfe_account`. */
  readonly name: string;
  /** Name of the remote's entry below `base`. */
  readonly entry: string;
};

export type RouteOnPage = {
  /** Files of the screen beside `scripts`. */
  readonly files: readonly string[];
  /** Files of the shell that the screen wants: shared components that are not in its first chunk. */
  readonly shellFiles?: readonly string[];
  readonly guard: 'public' | 'session' | 'user-verification';
  readonly layout: 'default' | 'empty';
  /** GET paths of the API, with query, that the boot script starts with the stored token. */
  readonly early?: readonly string[];
};

/** The JSON in the page from which the boot script makes `window.portal`. */
export type PageData = Pick<PortalPage, 'config' | 'shell' | 'remotes'>;

/** Run-time configuration; the same build serves any brand and any identity provider. */
export type PortalConfig = {
  readonly apiUrl: string;
  /** Sent as `x-api-key` when set (spec §7). */
  readonly apiKey?: string;
  /** Calls marked for the mock host go here (spec §7). */
  readonly mockUrl?: string;
  readonly idp: IdentityProviderConfig;
  readonly brand: BrandConfig;
  /** Base of FAQ (`/faq/`), pass site (`/apass/`) and hotel site (`/hotels/`) (spec §2). */
  readonly serviceBaseUrl: string;
  /** A third-party script; `integrity` where the vendor publishes one. */
  readonly analytics?: { readonly scriptUrl: string; readonly integrity?: string };
  /** IP-to-country service of spec §5; its text answer starts with `1` and names the country. */
  readonly ipCountryUrl?: string;
};

/** Spec §3 «Identity-provider client settings». */
export type IdentityProviderConfig = {
  readonly idpUrl: string;
  /** The `iss` of its tokens where that is not `idpUrl`. */
  readonly issuer?: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The static page that answers the silent check. */
  readonly silentRedirectUri: string;
  readonly responseType: 'code';
  readonly scope: string;
  /** Where the provider sends the member after sign-out. */
  readonly returnTo: string;
  /** Language of the provider's pages where it is not to follow the portal's (`ui_locale`). */
  readonly locale?: Locale;
  /** Of a provider whose routes are not the spec's (§7), as its discovery document names them. */
  readonly endpoints?: ProviderEndpoints;
  /** What such a provider wants with every sign-in: `prompt=consent` for a refresh token, an `audience`. */
  readonly authorizeParams?: Readonly<Record<string, string>>;
};

/** OpenID Connect Discovery 1.0 §3 and RP-Initiated Logout 1.0 §2.1: absolute addresses. */
export type ProviderEndpoints = {
  readonly authorization: string;
  readonly token: string;
  /** Without one the member is signed out of the portal alone. */
  readonly endSession?: string;
};

export type BrandConfig = {
  readonly name: { readonly ja: string; readonly en: string };
  /** Colour of the browser's frame, light and dark. */
  readonly themeColor?: { readonly light: string; readonly dark: string };
};

declare global {
  interface Window {
    portal: PortalPage;
  }
}
