import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import type { PageConfiguration } from '@portal/delivery-model/page/configuration';
import { securityContact } from '@portal/delivery-model/page/security-txt';
import { colorsOf } from '@portal/shared-brand/look/look';
import {
  type Brand,
  BrandError,
  type BrandTexts,
  compileTexts,
  readBrand,
  readEntries,
} from '@portal/shared-brand/read';
import { offeredDesigns } from '@portal/shared-brand/read/designs';
import {
  type IdentityProviderConfig,
  IP_COUNTRY_PATH,
  LOCALES,
  type PortalConfig,
  type ProviderEndpoints,
  type ReceiptConfig,
  SITE_LINKS,
  type SiteLink,
  sitePagePath,
} from '@portal/shared-contract';
import { LIMITS, type Limits } from '@portal/shared-contract/limits';
import { withPassNames } from '@portal/shared-contract/pass-name';
import { Refused } from '@portal/shared-process/command-line';
import {
  browserEndpoints,
  ConfigError,
  readDiscoveryDocument,
} from '@portal/shared-process/discovery';
import { isSafeAddress } from '@portal/shared-process/setting-values';
import type { Addresses } from './addresses.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export function startConfiguration(
  addresses: Pick<Addresses, 'portal' | 'idp'>,
  env: Variables,
  {
    provider,
    now = new Date(),
  }: { readonly provider: Parameters<typeof portalConfig>[2]; readonly now?: Date },
): PageConfiguration {
  // By the month, so that a restart does not give another configuration.
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const security = securityContact(env.SECURITY_CONTACT, month);
  const brand = startBrand(env);
  return {
    config: portalConfig(addresses, env, provider, brand),
    ...(brand.look && { look: brand.look }),
    ...(security && { security }),
  };
}

/** The page's configuration of a portal on this machine. @param provider see `discoverProvider` */
export function portalConfig(
  addresses: Pick<Addresses, 'portal' | 'idp'>,
  env: Variables,
  provider: Partial<IdentityProviderConfig> = {},
  brand: Brand = startBrand(env),
): PortalConfig {
  const texts = textsOfScreens(brand.texts);
  const { portal, idp } = addresses;
  const [design] = offeredDesigns({ brand });
  // The demo's database comes with a stand-in of LINE.
  const hasLine = Boolean(env.LINE_CHANNEL_ID) || !env.DATABASE_URL;
  const menu = {
    ...(!hasLine && { '/account/connect-line': { hidden: true as const } }),
    ...brand.menu,
  };
  const menuLinks =
    brand.links ??
    demoMenuLinks(env)?.map((link) => ({
      ...link,
      name: withPassNames(link.name, brand.passName),
    }));
  const receipt = receiptIssuer(env);
  const analytics = webAddress(env, 'ANALYTICS_URL');
  return {
    apiUrl: '/api',
    ...(env.API_KEY ? { apiKey: env.API_KEY } : {}),
    ...(env.MOCK_URL ? { mockUrl: env.MOCK_URL } : {}),
    idp: {
      idpUrl: env.IDP_ORIGIN || idp,
      clientId: env.CLIENT_ID || 'portal',
      redirectUri: `${portal}/callback`,
      silentRedirectUri: `${portal}/silent-check.html`,
      responseType: 'code',
      scope: 'openid offline_access profile',
      returnTo: `${portal}/`,
      ...provider,
    },
    brand: {
      name: brand.name,
      themeColor: colorsOf(brand.look).paper,
      ...(brand.terms && { ownTerms: true }),
      ...(brand.passName && { passName: brand.passName }),
      design: design?.id ?? '',
    },
    ...(texts && { texts }),
    ...(menuLinks && { menuLinks }),
    ...(Object.keys(menu).length > 0 && { menu }),
    ...(!hasLine && { line: false }),
    siteLinks: siteLinks(env, brand.pages),
    ...(receipt && { receipt }),
    ...(analytics && { analytics: { scriptUrl: analytics } }),
    ...(env.SERVICE_WORKER === 'off' ? { worker: false } : {}),
    ...(env.PAGE_LIMITS ? { limits: pageLimits(env.PAGE_LIMITS) } : {}),
    ipCountryUrl: env.IP_COUNTRY_URL || `/api${IP_COUNTRY_PATH}`,
  };
}

const LINK_VARIABLES: Readonly<Record<SiteLink, string>> = {
  visit: 'VISIT_URL',
  contact: 'CONTACT_URL',
  faq: 'FAQ_URL',
  company: 'COMPANY_URL',
  privacy: 'PRIVACY_URL',
  'commerce-law': 'COMMERCE_LAW_URL',
  accessibility: 'ACCESSIBILITY_URL',
};

/** The addresses of the operator's own pages in the footer: those that are set, else those of the brand. */
function siteLinks(env: Variables, pages: Brand['pages'] = {}): Partial<Record<SiteLink, string>> {
  const found = SITE_LINKS.map((name) => {
    const own = pages[name] && sitePagePath(name);
    return [name, webAddress(env, LINK_VARIABLES[name]) ?? own] as const;
  });
  return Object.fromEntries(found.filter(([, address]) => address !== undefined));
}

/** The address of a web page in a variable. @throws Refused unless it is https, or on this machine */
export function webAddress(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !isSafeAddress(value) || url.username || url.password) {
    throw new Refused(`Please set ${name} to an address such as https://www.example.com/page.`);
  }
  return url.href;
}

/** The pages of the demo brand below its service base. The terms stand at 20. */
const DEMO_PAGES = [
  { path: 'faq/', order: 10, name: { ja: 'よくあるご質問', en: 'FAQ' } },
  { path: 'apass/', order: 30, name: { ja: 'パスポート特設サイト', en: 'About the passport' } },
  { path: 'hotels/', order: 40, name: { ja: 'ホテル特設サイト', en: 'Our hotels' } },
];

/** The links of the demo brand below the side menu, which are below `SERVICE_BASE_URL`. */
function demoMenuLinks(env: Variables): PortalConfig['menuLinks'] {
  const base = webAddress(env, 'SERVICE_BASE_URL')?.replace(/\/*$/, '/');
  return base === undefined
    ? undefined
    : DEMO_PAGES.map(({ path, ...link }) => ({ ...link, url: base + path }));
}

/** Of a qualified invoice in Japan: T and 13 digits. */
const REGISTRATION_NUMBER = /^T\d{13}$/;

/**
 * Reads who issues receipts: `RECEIPT_ISSUER`, and the number of a registered issuer of qualified invoices,
 * `RECEIPT_REGISTRATION_NUMBER`.
 */
function receiptIssuer(env: Variables): ReceiptConfig | undefined {
  const issuer = env.RECEIPT_ISSUER?.trim();
  const registrationNumber = env.RECEIPT_REGISTRATION_NUMBER?.trim();
  if (!issuer && !registrationNumber) return undefined;
  if (!issuer) {
    throw new Refused('Please set RECEIPT_ISSUER too: a registration number is that of an issuer.');
  }
  if (!registrationNumber) return { issuer };
  if (!REGISTRATION_NUMBER.test(registrationNumber)) {
    throw new Refused(
      'Please set RECEIPT_REGISTRATION_NUMBER to T and 13 digits, such as T1234567890123.',
    );
  }
  return { issuer, registrationNumber };
}

/** Reads how long pages wait for what, in milliseconds: `PAGE_LIMITS=view=20000,call=30000`. */
function pageLimits(list: string): Partial<Limits> {
  const parts = list.split(/[\s,]+/).filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, number] = /^([a-z]+)=([1-9]\d{0,8})$/.exec(part) ?? [];
      if (name && Object.hasOwn(LIMITS, name)) return [name, Number(number)];
      throw new Refused(
        `Please set PAGE_LIMITS to limits such as view=20000,call=30000, with whole numbers of milliseconds and the names ${Object.keys(LIMITS).join(', ')}.`,
      );
    }),
  );
}

/**
 * The settings of an external identity provider, from its discovery document (OpenID Connect
 * Discovery 1.0 §4). They are read when the page is composed, so no member waits for them. The server
 * checks that provider's tokens by settings of its own (server/identity/src/other-provider/settings.ts).
 *
 * `OIDC_ISSUER` is the provider, `OIDC_SCOPE` the scope, and `OIDC_AUTHORIZE_PARAMS` any extra
 * parameters of the authorization request (`prompt=consent&audience=…`), `OIDC_SIGN_OUT_PARAMS` those of
 * the sign-out. `OIDC_ACCOUNT_URL` is where members set their password there.
 */
export async function discoverProvider(
  env: Variables,
): Promise<Partial<IdentityProviderConfig> | undefined> {
  const { OIDC_ISSUER: issuer, OIDC_SCOPE: scope, OIDC_AUTHORIZE_PARAMS: params } = env;
  if (!issuer) return undefined;
  const accountUrl = webAddress(env, 'OIDC_ACCOUNT_URL');
  return {
    idpUrl: issuer,
    issuer,
    endpoints: withSignOutParams(await endpointsOf(issuer), env.OIDC_SIGN_OUT_PARAMS),
    ...(scope && { scope }),
    ...(accountUrl && { accountUrl }),
    ...(params && { authorizeParams: Object.fromEntries(new URLSearchParams(params)) }),
  };
}

async function endpointsOf(issuer: string): Promise<ProviderEndpoints> {
  try {
    return browserEndpoints(await readDiscoveryDocument(issuer));
  } catch (cause) {
    if (cause instanceof ConfigError) throw new Refused(cause.message, { cause });
    throw cause;
  }
}

/** They are the endpoint's own query, to which the browser adds the standard's parameters. */
function withSignOutParams(
  endpoints: ProviderEndpoints,
  params: string | undefined,
): ProviderEndpoints {
  if (!params || !endpoints.endSession) return endpoints;
  const endSession = new URL(endpoints.endSession);
  for (const [name, value] of new URLSearchParams(params)) {
    endSession.searchParams.append(name, value);
  }
  return { ...endpoints, endSession: endSession.href };
}

export const startBrand = (env: Variables): Brand => orRefused(() => readBrand(env));

/**
 * The texts of a brand that screens have, compiled.
 * @throws Refused for a text that is in no catalog, the server's included, or that cannot replace the one
 * of the catalog
 */
export function textsOfScreens(texts: BrandTexts | undefined): PortalConfig['texts'] {
  if (!texts) return undefined;
  const { screens, server } = catalogEntries();
  const compiled = LOCALES.map((locale) => {
    orRefused(() =>
      compileTexts({ texts, locale, entries: [...screens, ...server], unknown: 'refused' }),
    );
    return [locale, compileTexts({ texts, locale, entries: screens, unknown: 'left out' })];
  });
  return Object.fromEntries(compiled);
}

/** English has all messages, with their English texts. */
function catalogEntries() {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const read = (names: readonly string[]) =>
    names
      .map((name) => join(ROOT, name, 'src/locales/en.po'))
      .filter(existsSync)
      .flatMap((file) => readEntries(file, 'en'));
  return {
    screens: read(workspaces.filter((name) => !name.startsWith('server/'))),
    server: read(['server/platform']),
  };
}

function orRefused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BrandError) throw new Refused(cause.message, { cause });
    throw cause;
  }
}
