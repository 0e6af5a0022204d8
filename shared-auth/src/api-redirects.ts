import type { ApiSetup } from '@portal/shared-api';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import { termsBefore } from './after-sign-in.ts';
import { TERMS_PATH } from './paths.ts';

type Address = { readonly pathname: string; readonly search: string; readonly hash: string };

type Router = {
  readonly state: {
    readonly location: Address;
    /** The page that is being opened, while its loaders run. */
    readonly navigation: { readonly location?: Address | undefined };
  };
  navigate(address: string, options?: { readonly replace?: boolean }): unknown;
};

/**
 * Where a call's answer leads the member: to /404 (product §7.8), or to new terms of service (product
 * §12.46) and then back to this address.
 * @param router the portal's router, as soon as there is one
 */
export function apiRedirects(
  router: () => Router | undefined,
): Pick<ApiSetup, 'onNotFound' | 'onTermsOutdated'> {
  return {
    onNotFound() {
      const current = router();
      if (!current) return;
      const { location, navigation } = current.state;
      const locale = localeOf((navigation.location ?? location).pathname);
      void current.navigate(localizedPath('/404', locale), { replace: true });
    },
    onTermsOutdated() {
      const current = router();
      if (!current) return;
      const { pathname, search, hash } = current.state.location;
      // Calls that run side by side are refused one after the other.
      if (barePath(pathname) === TERMS_PATH) return;
      void current.navigate(termsBefore(pathname + search + hash));
    },
  };
}
