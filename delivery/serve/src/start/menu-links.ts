import type { PortalConfig } from '@portal/shared-contract';
import { webAddress } from './site-links.ts';

/** The pages of the demo brand below its service base. The terms stand at 20. */
const PAGES = [
  { path: 'faq/', order: 10, name: { ja: 'よくあるご質問', en: 'FAQ' } },
  { path: 'apass/', order: 30, name: { ja: 'パスポート特設サイト', en: 'About the passport' } },
  { path: 'hotels/', order: 40, name: { ja: 'ホテル特設サイト', en: 'Our hotels' } },
];

/**
 * The links of the demo brand below the side menu, which are below `SERVICE_BASE_URL`.
 * @returns undefined where it is not set, since the portal has no such pages
 * @throws StartRefused for a value that is no web address
 */
export function demoMenuLinks(
  env: Readonly<Record<string, string | undefined>>,
): PortalConfig['menuLinks'] {
  const base = webAddress(env, 'SERVICE_BASE_URL')?.replace(/\/*$/, '/');
  return base === undefined
    ? undefined
    : PAGES.map(({ path, ...link }) => ({ ...link, url: base + path }));
}
