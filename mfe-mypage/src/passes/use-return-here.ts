import { forgetRedirect, rememberedRedirect, rememberRedirect } from '@portal/shared-auth';
import { useLocation } from '@portal/shared-routing';

/** Spec §3: the stored address has a label in each language, whichever the page is shown in. */
const LABELS = {
  purchase: { en: 'Back to your purchase', ja: '購入のお手続きに戻る' },
  passport: { en: 'Back to the passport', ja: 'パスポートに戻る' },
} as const;

/** Keeps this page as the one to come back to, before the member leaves it for another errand. */
export function useReturnHere(place: keyof typeof LABELS): () => void {
  const { pathname, search } = useLocation();
  return () => rememberRedirect({ url: pathname + search, ...LABELS[place] });
}

/** The member is back, or has no errand left: nothing else offers the way here any more. */
export function forgetReturn(pathname: string): void {
  if (rememberedRedirect()?.url.split('?')[0] === pathname) forgetRedirect();
}
