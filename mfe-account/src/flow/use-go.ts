import { href, useLocale, useNavigate } from '@portal/shared-routing';

/** Goes to a screen by its bare path, in the language shown. */
export function useGo(): (bare: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (bare, options) => void navigate(href(bare, locale), options);
}
