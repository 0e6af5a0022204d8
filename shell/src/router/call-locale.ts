import type { Locale } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import type { DataRouter } from '@portal/shared-routing';

/**
 * The language in which a call is made now: that of the page that is being opened, whose loaders run
 * while the old page still shows, or else of the page shown.
 * @param router undefined while it is being created, when the first page's loaders run
 */
export function callLocale(router: DataRouter | undefined, first: Locale): Locale {
  if (!router) return first;
  const { navigation, location } = router.state;
  return localeOf((navigation.location ?? location).pathname);
}
