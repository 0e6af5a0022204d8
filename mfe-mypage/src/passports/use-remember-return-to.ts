import { forgetReturnTo, rememberedReturnTo, rememberReturnTo } from '@portal/shared-auth';
import { useLocation } from '@portal/shared-routing';

/** The labels of the link back; the stored address has one in each language (product §3.42). */
const LABELS = {
  purchase: { en: 'Back to your purchase', ja: '購入のお手続きに戻る' },
  passport: { en: 'Back to the passport', ja: 'パスポートに戻る' },
} as const;

/** Stores this page's address for a link back, before the member leaves it to do something else first. */
export function useRememberReturnTo(place: keyof typeof LABELS): () => void {
  const { pathname, search } = useLocation();
  return () => rememberReturnTo({ returnTo: pathname + search, ...LABELS[place] });
}

/** Forgets the stored address if it is this page's: the member is back, so no link has to lead here. */
export function clearReturnTo(pathname: string): void {
  if (rememberedReturnTo()?.returnTo.split('?')[0] === pathname) forgetReturnTo();
}
