import type { ApiSetup } from '@portal/shared-api';
import type { ErrorCode } from '@portal/shared-contract';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import { type PostSignInStep, stepBefore } from './after-sign-in.ts';
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

const STEPS: Partial<Record<ErrorCode, PostSignInStep>> = {
  'user.link_required': LINK_PATH,
  'user.terms_outdated': TERMS_PATH,
};

/**
 * Where a call's answer leads the member: to /404, or to new terms of service
 * or the linking of the sign-in, and then back to this address.
 * @param router the portal's router, as soon as there is one
 */
export function apiRedirects(
  router: () => Router | undefined,
): Pick<ApiSetup, 'onNotFound' | 'onRefused'> {
  return {
    onNotFound() {
      const current = router();
      if (!current) return;
      const { location, navigation } = current.state;
      const locale = localeOf((navigation.location ?? location).pathname);
      void current.navigate(localizedPath('/404', locale), { replace: true });
    },
    onRefused(code) {
      const step = STEPS[code];
      const current = router();
      if (!step || !current) return;
      const { location, navigation } = current.state;
      const { pathname, search, hash } = location;
      // Calls that run side by side are refused one after the other. The sign-in return route leads on itself.
      if ([step, CALLBACK_PATH].includes(barePath(pathname))) return;
      // A call of the step's own loader, which would start over for ever.
      if (navigation.location && barePath(navigation.location.pathname) === step) return;
      void current.navigate(stepBefore(step, pathname + search + hash));
    },
  };
}
