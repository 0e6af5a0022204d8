import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isCancelledAtom, isLoginAtom, useSession } from '@portal/shared-auth';
import { barePath } from '@portal/shared-i18n';
import { LocaleLink, useLocation } from '@portal/shared-routing';
import { wayUp } from '#styled/recipes/way-up.js';
import { Icon } from './icon.tsx';

const HOME = { to: '/my-page', label: msg`Home` };

/** The pages that others hang below, the deepest first; what hangs below none hangs below the home. */
const OVERVIEWS = [
  { to: '/my-page/notifications', label: msg`Notifications` },
  { to: '/my-page/passports', label: msg`Passports` },
  { to: '/account', label: msg`Your account` },
];

/** The addresses that can have a way up: the member's pages and the terms. */
const WITH_WAY_UP = /^\/(?:account|my-page|terms-of-service)(?:\/|$)/;

/** The page above a path without locale prefix; undefined where the navigation names it, and outside. */
export function pageAbove(path: string): typeof HOME | undefined {
  if ([HOME, ...OVERVIEWS].some(({ to }) => path === to) || !WITH_WAY_UP.test(path))
    return undefined;
  return OVERVIEWS.find(({ to }) => path.startsWith(`${to}/`)) ?? HOME;
}

/** The link to the page above this one (design §3.5, §5.2). */
export function WayUp() {
  const { t } = useLingui();
  const above = pageAbove(barePath(useLocation().pathname).replace(/(.)\/+$/, '$1'));
  const signedIn = useSession(isLoginAtom);
  const closed = useSession(isCancelledAtom);
  if (!above || !signedIn || closed) return null;
  return (
    <nav aria-label={t`Page above`} className={wayUp()}>
      <LocaleLink to={above.to}>
        <Icon name="chevron-left" size="sm" />
        {t(above.label)}
      </LocaleLink>
    </nav>
  );
}
