import { signIn } from '@portal/shared-auth';
import { useLocale, useLocation } from '@portal/shared-routing';
import type { ReactElement } from 'react';

/** In place of a screen behind the session guard. The frame asks, so that sign-out can be looked at. */
export function SignInFirst(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const locale = useLocale();
  return (
    <div className="frame-contents">
      <h1>{locale === 'ja' ? 'ログインが必要です' : 'Please sign in'}</h1>
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
