import { SITE_LINKS, type SiteLink, sitePagePath } from '@portal/shared-contract';
import type { Brand } from './brand.ts';
import { StartRefused } from './start-refused.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const VARIABLES: Readonly<Record<SiteLink, string>> = {
  contact: 'CONTACT_URL',
  faq: 'FAQ_URL',
  company: 'COMPANY_URL',
  privacy: 'PRIVACY_URL',
  'commerce-law': 'COMMERCE_LAW_URL',
  accessibility: 'ACCESSIBILITY_URL',
};

/**
 * Reads the addresses of the operator's own pages that the footer links to. One that is set takes precedence over a
 * page of the brand's folder.
 * @returns only those that there are
 * @throws StartRefused for a value that is no web address
 */
export function siteLinks(
  env: Variables,
  pages: Brand['pages'] = {},
): Partial<Record<SiteLink, string>> {
  const found = SITE_LINKS.map((name) => {
    const own = pages[name] && sitePagePath(name);
    return [name, webAddress(env, VARIABLES[name]) ?? own] as const;
  });
  return Object.fromEntries(found.filter(([, address]) => address !== undefined));
}

/**
 * Reads a variable that holds the address of a web page.
 * @returns undefined when it is not set
 * @throws StartRefused for anything but an address of http or https without a password
 */
export function webAddress(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new StartRefused(
      `Please set ${name} to an address such as https://www.example.com/page.`,
    );
  }
  return url.href;
}
