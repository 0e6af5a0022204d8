import { join } from 'node:path';
import browserslist from 'browserslist';
import { ROOT } from './packages.ts';

/** The one statement of the browsers that the portal runs in (docs/browsers.md). */
export const BROWSERS = join(ROOT, '.browserslistrc');

export const supportedBrowsers = (): string[] =>
  browserslist(undefined, { config: BROWSERS, env: 'production' });

/** The oldest version of each: `{ chrome: '109', ios: '16.4' }`, in the names of swc and esbuild. */
export function oldestBrowsers(): Record<string, string> {
  const oldest: Record<string, string> = {};
  for (const browser of supportedBrowsers()) {
    const [name = '', versions = ''] = browser.replace('ios_saf', 'ios').split(' ');
    // Some versions are ranges: `16.6-16.7`.
    const [version = ''] = versions.split('-');
    const known = oldest[name];
    if (known === undefined || compareVersions(version, known) < 0) oldest[name] = version;
  }
  return oldest;
}

export const compareVersions = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });
