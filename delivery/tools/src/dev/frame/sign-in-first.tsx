import { signIn } from '@portal/shared-auth';
import { useLocale, useLocation } from '@portal/shared-routing';
import type { ReactElement } from 'react';

/**
 * Replaces a screen behind the session guard while signed out. It does not redirect, so that
 * sign-out can be tried.
 */
export function SignInFirst(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const locale = useLocale();
  return (
    <div className="frame-contents">
      <h1>{locale === 'ja' ? 'ログインが必要です' : 'Sign in to continue'}</h1>
      <button
        type="button"
        className="frame-button"
        onClick={() => void signIn({ returnTo: pathname + search + hash })}
      >
        {locale === 'ja' ? 'ログイン' : 'Sign in'}
      </button>
    </div>
  );
}
