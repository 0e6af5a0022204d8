import type { ApiSetup } from '@portal/shared-api';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import { linkBefore, termsBefore } from './after-sign-in.ts';
import { CALLBACK_PATH, LINK_PATH, TERMS_PATH } from './paths.ts';

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
 * §12.46) or the linking of the sign-in (product §10.163), and then back to this address.
 * @param router the portal's router, as soon as there is one
 */
export function apiRedirects(
  router: () => Router | undefined,
): Pick<ApiSetup, 'onNotFound' | 'onTermsOutdated' | 'onLinkRequired'> {
  /** Calls that run side by side are refused one after the other: the first one leads the member away. */
  function leadAway(to: (returnTo: string) => string, except: readonly string[]): void {
    const current = router();
    if (!current) return;
    const { pathname, search, hash } = current.state.location;
    if (except.includes(barePath(pathname))) return;
    void current.navigate(to(pathname + search + hash));
  }
  return {
    onNotFound() {
      const current = router();
      if (!current) return;
      const { location, navigation } = current.state;
      const locale = localeOf((navigation.location ?? location).pathname);
      void current.navigate(localizedPath('/404', locale), { replace: true });
    },
    onTermsOutdated: () => leadAway(termsBefore, [TERMS_PATH]),
    // The return from the sign-in leads there itself, since it knows the returnTo.
    onLinkRequired: () => leadAway(linkBefore, [LINK_PATH, CALLBACK_PATH]),
  };
}
