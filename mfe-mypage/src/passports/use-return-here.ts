import { forgetReturnTo, rememberedReturnTo, rememberReturnTo } from '@portal/shared-auth';
import { useLocation } from '@portal/shared-routing';

/** The labels of the link back; the stored address has one in each language (product §3.42). */
const LABELS = {
  purchase: { en: 'Back to your purchase', ja: '購入のお手続きに戻る' },
  passport: { en: 'Back to the passport', ja: 'パスポートに戻る' },
} as const;

/** Keeps this page as the one to come back to, before the member leaves it for another errand. */
export function useReturnHere(place: keyof typeof LABELS): () => void {
  const { pathname, search } = useLocation();
  return () => rememberReturnTo({ returnTo: pathname + search, ...LABELS[place] });
}

/** The member is back, or has no errand left: nothing else offers the way here any more. */
export function forgetReturn(pathname: string): void {
  if (rememberedReturnTo()?.returnTo.split('?')[0] === pathname) forgetReturnTo();
}
