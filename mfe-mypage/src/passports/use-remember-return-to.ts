import { forgetReturnTo, rememberedReturnTo, rememberReturnTo } from '@portal/kit/auth';
import { withPassName } from '@portal/kit/i18n';
import { useLocation } from '@portal/kit/routing';
import { useEffect } from 'react';

/** Stores the passport's address for a link back from elsewhere. It is forgotten when the member is back. */
export function useRememberReturnTo(): () => void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (rememberedReturnTo()?.returnTo.split(/[?#]/)[0] === pathname) forgetReturnTo();
  }, [pathname]);
  return () =>
    rememberReturnTo({
      returnTo: pathname + search + hash,
      ...withPassName({ ja: 'パスポートに戻る', en: 'Back to the pass' }),
    });
}
