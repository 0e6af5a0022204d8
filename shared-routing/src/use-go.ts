import { href } from './href.ts';
import { useLocale } from './locale-link.tsx';
import { useNavigate } from './router.ts';

/** Goes to a screen by its bare path, in the language shown. */
export function useGo(): (bare: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (bare, options) => void navigate(href(bare, locale), options);
}
