import { SITE_LINKS, type SiteLink } from '@portal/shared-contract';
import { StartRefused } from './start-refused.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const VARIABLES: Readonly<Record<SiteLink, string>> = {
  company: 'COMPANY_URL',
  privacy: 'PRIVACY_URL',
  commerceLaw: 'COMMERCE_LAW_URL',
  contact: 'CONTACT_URL',
  accessibility: 'ACCESSIBILITY_URL',
};

/**
 * Reads the addresses of the operator's own pages that the footer links to.
 * @returns only those that are set
 * @throws StartRefused for a value that is no web address
 */
export function siteLinks(env: Variables): Partial<Record<SiteLink, string>> {
  const set = SITE_LINKS.map((name) => [name, webAddress(env, VARIABLES[name])] as const);
  return Object.fromEntries(set.filter(([, address]) => address !== undefined));
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
