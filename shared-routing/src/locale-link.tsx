import type { Locale } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import { href } from './href.ts';
import { Link, type LinkProps } from './link.tsx';
import { useLocation, useNavigate } from './router.ts';

/** The language of the address being shown. */
export function useLocale(): Locale {
  return localeOf(useLocation().pathname);
}

export type LocaleLinkProps = Omit<LinkProps, 'to'> & {
  /** A path without its language, with query and hash if wanted. */
  readonly to: string;
  /** Another language than the one shown: the language switch. */
  readonly locale?: Locale;
};

/** A link by bare path that stays in the language shown. */
export function LocaleLink({ to, locale, ...rest }: LocaleLinkProps) {
  const shown = useLocale();
  return <Link {...rest} to={href(to, locale ?? shown)} />;
}

/** Goes to a screen by its bare path, in the language shown. */
export function useGo(): (bare: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (bare, options) => void navigate(href(bare, locale), options);
}
