import type { Limits } from './limits.ts';
import type { Locale, LocalizedText } from './locale.ts';
import type { MenuChange, MenuLink, MenuRow, NavigationEntry } from './menu.ts';
import type { PassName } from './pass-name.ts';
import type { User } from './profile/user.ts';

/**
 * What the composed page (index.html) provides to the code it starts: the configuration, the
 * registry of remotes, and the requests that the boot script started before any other script was
 * loaded. Delivery creates it; the shell, shared-api and shared-auth read it from `window.portal`.
 */
export type PortalPage = {
  readonly config: PortalConfig;
  readonly shell: PackageOnPage;
  /** The remote of the page's own address, and all of them once `readParts` has ended. */
  readonly remotes: Record<string, RemoteOnPage>;
  /**
   * Which remote owns which first segment, divided by spaces: `my-page:mypage`, or `account` where both are the same.
   */
  readonly areas: string;
  /** Names the releases of the page in its reports; pages from before have none. */
  readonly token?: string;
  /** The {@link PartList}; a remote that runs alone has none. */
  readonly partList?: HashedFile;
  /**
   * Reads what the page does not name of its parts, once. Rejects on a network failure and where the hash does not match;
   * the next call tries again.
   */
  readParts(): Promise<void>;
  /** The navigation of members, in its order; absent where no part has an entry. */
  readonly navigation?: readonly NavigationEntry[];
  /** The remotes that the operator has switched off; absent if there are none. */
  readonly switchedOff?: Readonly<Record<string, SwitchedOffRemote>>;
  /**
   * Loads a script or style sheet of the registry, with its integrity hash, once per URL. Rejects
   * with an Error if the registry does not list the URL, if the hash does not match, on a network
   * failure and after the time-out, each after a second attempt; the next call tries again.
   */
  load(url: string): Promise<void>;
  /** The texts of a script, in each language that this page has shown (docs/decisions/0003-how-a-page-starts.md). */
  textFiles(url: string): Promise<readonly string[]>;
  /** Loads these; `load` has begun it. A script may show texts when this has ended. */
  texts(url: string): Promise<void>;
  /** Loads the texts of this part's scripts in a further language, in which all later scripts bring theirs too. */
  loadTexts(part: PackageOnPage, locale: Locale): Promise<void>;
  /** Gives all texts that have come to the shell, and from then on each as it comes. */
  takeTexts(by: (texts: TextsOnPage) => void): void;
  /** Takes the texts that a bundle brings. */
  addTexts(texts: readonly TextsOnPage[]): void;
  /** The scripts that the composer has joined for this page; absent where it could not. */
  readonly bundles?: BundlesOnPage;
  /** The integrity hash of a file (`sha384-…`), or undefined if the file must not be loaded. */
  integrity(url: string): string | undefined;
  /**
   * Lets a remote start again from its first file: what was loaded of it counts as not loaded. With
   * `fallback`, the files of its fallback release may be loaded from then on.
   * @returns the release to start
   * @throws Error if the fallback's manifest did not come or did not match its hash
   */
  restart(remote: string, release: 'live' | 'fallback'): Promise<RemoteOnPage>;
  /** Responses to the API calls that the boot script started, by path with query. Each is used once. */
  readonly early: Map<string, Promise<Response>>;
  /** The silent session check that the boot script started; shared-auth uses it once. */
  silent?: SilentCheck | undefined;
  /** The renewal of an ended access token that the boot script started; shared-auth uses it once. */
  renewal?: Promise<TokenRenewal> | undefined;
  /** How long it waits for what. */
  readonly limits: Limits;
  /** When this time is up for the page's first view, on the clock of `performance.now()`. */
  readonly firstViewEnds: number;
  /** The page shows versions that are not live: it reports nothing and is not replaced by what is live. */
  readonly preview?: true;
  /** Whether the first view stands in front of the waiting screen. */
  readonly showsFirstView?: () => boolean;
  /**
   * Resolves when React may draw: the first view has been painted, or its time is up and it will not be shown any more.
   */
  readonly yieldToFirstView?: () => Promise<void>;
  /** What has filled the first view, once all of it was answered. */
  readonly firstViewSource?: () => FirstViewSource | undefined;
  /** The first view that the page carries for the screen at this address. */
  readonly firstView?: FirstViewOnPage;
  /** The browser can install the portal as an app: `beforeinstallprompt`, which no view has shown itself. */
  installPrompt?: Event;
  /** Replaces the page by words and Retry: the portal could not start. */
  fail(): void;
};

/** A silent check in progress: the parameters that were sent, and the query string of the answer. */
export type SilentCheck = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** `?code=…&state=…` or `?error=…&state=…`; rejects after the time-out. */
  readonly answer: Promise<string>;
};

/** The outcome of a renewal of the access token. */
export type TokenRenewal = {
  readonly result:
    | { readonly ok: true; readonly accessToken: string }
    | { readonly ok: false; readonly reason: string };
  /** The provider has refused it: the stored session has ended. */
  readonly signedOut?: boolean;
  /** What the provider says of the member with the new token; no other tab's renewal has it. */
  readonly member?: NamedMember;
};

/** The part of a member by which a screen greets them (`/userinfo`). */
export type NamedMember = Readonly<Pick<User, 'id' | 'first_name' | 'last_name'>> & {
  readonly member_code: string | null;
};

/** What the page knows about one release. Every URL is one of `files`. */
export type PackageOnPage = {
  readonly version: string;
  /** The base URL of its files, with a trailing slash: `/remotes/account/`. */
  readonly base: string;
  /**
   * The integrity hash of each file that a visit can begin with and that is in no bundle, by its name below `base`. The list
   * of parts has all.
   */
  readonly files: Readonly<Record<string, string>>;
  /** The scripts that start it, in order: the chunks of the shell, or the entry and the route table of the remote. */
  readonly scripts: readonly string[];
  /** The style sheets that must be loaded before one of its screens is shown. */
  readonly styles: readonly string[];
  /** The routes by bare path, in React Router syntax. */
  readonly routes: Readonly<Record<string, RouteOnPage>>;
};

export type RemoteOnPage = PackageOnPage & {
  /** The federation name, for example `mfe_account`. The entry sets a global of the same name. */
  readonly name: string;
  /** The file name of the remote’s entry below `base`. */
  readonly entry: string;
  /** What members call it; older releases do not say it (docs/decisions/0035). */
  readonly title?: LocalizedText;
  /** Another release can take the place of one that does not start: the list of parts describes it. */
  readonly fallback?: true;
};

/** Texts of a script. */
export type TextsOnPage = {
  /** Whose script it is; undefined for the shell's. */
  readonly remote: string | undefined;
  readonly locale: Locale;
  /** Compiled, by the message's id. */
  readonly messages: Record<string, string | unknown[]>;
};

export type SwitchedOffRemote = {
  /** The first segments of its paths: `/my-page`. */
  readonly owns: readonly string[];
  /** As in {@link RemoteOnPage}. */
  readonly title?: LocalizedText;
};

/** A file below `base`, or at a path of the portal, that is read as data, and only when it is needed. */
export type HashedFile = { readonly file: string; readonly integrity: string };

/**
 * Files of releases in one script, which the composer has joined (docs/decisions/0003-how-a-page-starts.md). It is below the
 * portal's own origin.
 */
export type Bundle = HashedFile & {
  /** The addresses of the files that are in it: scripts, and texts in the language of the page. */
  readonly holds: readonly string[];
};

export type BundlesOnPage = {
  /** What starts the shell; the same for every page. */
  readonly shell: Bundle;
  /** What starts the remote of the page, its screen, and the texts of both and of the shell. */
  readonly route?: Bundle;
  /** What the screen imports once it is drawn. */
  readonly next?: Bundle;
};

/** A release that takes the place of one that does not start. Its screens are loaded by the release itself. */
export type FallbackRelease = Omit<RemoteOnPage, 'base' | 'routes' | 'title' | 'fallback'>;

/** What pages leave out, in one file on the portal's own origin that never changes. */
export type PartList = {
  /** The hash of each file of the shell. */
  readonly shell: PackageOnPage['files'];
  /** All remotes, with the hash of each of their files. */
  readonly remotes: Readonly<Record<string, RemoteOnPage>>;
  readonly fallbacks: Readonly<Record<string, FallbackRelease>>;
};

/** `latest.json`. */
export type LatestReleases = {
  /** The entry of the history of releases; a page that was not composed from one has none. */
  readonly seq?: number;
  /** The version of the shell and of each remote for the browser that asks. */
  readonly parts: Readonly<Record<string, string>>;
  /** The file of the parts that pages name (`PortalPage.partList`). */
  readonly partList?: string;
};

export type RouteOnPage = {
  /** The files that the screen needs in addition to `scripts`. */
  readonly files: readonly string[];
  /** The files of the shell that the screen needs: shared components that are not in its first chunk. */
  readonly shellFiles?: readonly string[];
  readonly guard: 'public' | 'session' | 'user-verification';
  readonly layout: 'default' | 'empty';
  /** The GET paths of the API, with query, that the boot script requests with the stored access token. */
  readonly early?: readonly string[];
  readonly menu?: MenuRow;
};

/** The JSON in the page from which the boot script creates `window.portal`. */
export type PageData = Pick<
  PortalPage,
  | 'config'
  | 'shell'
  | 'remotes'
  | 'areas'
  | 'token'
  | 'partList'
  | 'navigation'
  | 'switchedOff'
  | 'preview'
  | 'firstView'
  | 'bundles'
>;

/**
 * What the page shows of a main screen before any script has come; the markup is in a template at the
 * page's end (docs/decisions/0003-how-a-page-starts.md).
 */
export type FirstViewOnPage = {
  /** Without the language. */
  readonly path: string;
  readonly locale: Locale;
  /** Who sees it: a member whose session is stored, or a visitor without a session. */
  readonly visitor: 'member' | 'stranger';
};

/** The markup of a first view, and the answers that were put into it. */
export type FirstViewSource = {
  /** The path of the page, with its language. */
  readonly pathname: string;
  /** Of the screen and of the header. */
  readonly templates: readonly HTMLTemplateElement[];
  /** By the address of the call. */
  readonly answers: ReadonlyMap<string, unknown>;
};

/** The run-time configuration. The same build works for any brand and any identity provider. */
export type PortalConfig = {
  readonly apiUrl: string;
  /** Sent as `x-api-key` if set. */
  readonly apiKey?: string;
  /** The host for calls that are marked for the mock host. */
  readonly mockUrl?: string;
  readonly idp: IdentityProviderConfig;
  readonly brand: BrandConfig;
  /** Texts of the operator in place of those of the catalogs, compiled, by the message's id. */
  readonly texts?: Partial<Readonly<Record<Locale, Record<string, string | unknown[]>>>>;
  /** The brand's links to other sites, below the side menu. */
  readonly menuLinks?: MenuLink[];
  /** What the operator changes of the rows of the side menu, by path. */
  readonly menu?: Readonly<Record<string, MenuChange>>;
  /** The operator's own pages that the footer links to, on another site or in the portal; those that are absent are not shown. */
  readonly siteLinks?: Partial<Readonly<Record<SiteLink, string>>>;
  /** Who issues the receipts of purchases. */
  readonly receipt?: ReceiptConfig;
  /** The analytics script of a third party; `integrity` if the vendor publishes a hash. */
  readonly analytics?: { readonly scriptUrl: string; readonly integrity?: string };
  /** The IP-to-country service, whose text answer starts with `1` and names the country. */
  readonly ipCountryUrl?: string;
  /** How long the page waits for what, where that is not as usual. */
  readonly limits?: Partial<Limits>;
  /** The operator has no channel of LINE Login: nothing offers LINE. */
  readonly line?: false;
  /** The operator has switched the service worker off: browsers remove theirs. */
  readonly worker?: false;
};

export type ReceiptConfig = {
  readonly issuer: string;
  /** Of a registered issuer of qualified invoices: T and 13 digits. */
  readonly registrationNumber?: string;
};

/** The operator's own pages, in the order in which the footer shows them. */
export const SITE_LINKS = [
  'visit',
  'contact',
  'faq',
  'company',
  'privacy',
  'commerce-law',
  'accessibility',
] as const;
export type SiteLink = (typeof SITE_LINKS)[number];

/** Where a page of the brand's folder stands in the portal. */
export const sitePagePath = <Name extends SiteLink | ''>(name: Name) => `/about/${name}` as const;

/** The settings of the identity provider’s client. */
export type IdentityProviderConfig = {
  readonly idpUrl: string;
  /** The `iss` of its tokens, if it differs from `idpUrl`. */
  readonly issuer?: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The static page that receives the answer of the silent check. */
  readonly silentRedirectUri: string;
  readonly responseType: 'code';
  readonly scope: string;
  /** The address to which the provider sends the member after sign-out. */
  readonly returnTo: string;
  /** The language of the provider’s pages (`ui_locale`), if it should not follow the language of the portal. */
  readonly locale?: Locale;
  /** The endpoints from the discovery document of a provider whose routes differ from our own. */
  readonly endpoints?: ProviderEndpoints;
  /**
   * Extra parameters that such a provider needs for every sign-in, for example `prompt=consent` for
   * a refresh token, or an `audience`.
   */
  readonly authorizeParams?: Readonly<Record<string, string>>;
  /** Where members set their password and second steps at such a provider. */
  readonly accountUrl?: string;
};

/** Absolute URLs, as in OpenID Connect Discovery 1.0 §3 and RP-Initiated Logout 1.0 §2.1. */
export type ProviderEndpoints = {
  readonly authorization: string;
  readonly token: string;
  /** If it is absent, sign-out ends only the session of the portal. */
  readonly endSession?: string;
};

export type BrandConfig = {
  readonly name: { readonly ja: string; readonly en: string };
  /** The colour of the browser’s interface, light and dark. */
  readonly themeColor?: { readonly light: string; readonly dark: string };
  /** Its terms of service are the operator's, and are asked for when they are read. */
  readonly ownTerms?: true;
  /** What members call the passport; absent for the portal's own words. */
  readonly passName?: PassName;
  /** The first of its designs, which the front page shows. */
  readonly design: string;
};

declare global {
  interface Window {
    portal: PortalPage;
  }
}
