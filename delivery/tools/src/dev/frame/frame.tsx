import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { checkSession, loadUser, signIn, signOut } from '@portal/shared-auth';
import { activateLocale, barePath, rememberLocale } from '@portal/shared-i18n';
import {
  href,
  Link,
  Outlet,
  ScrollRestoration,
  useLocale,
  useLocation,
  useMatches,
} from '@portal/shared-routing';
import { type ReactElement, Suspense, useEffect, useLayoutEffect } from 'react';
import { useSignedIn } from './use-signed-in.ts';

/** A plain header (brand, language, sign in and out) and the screen. */
export function Frame(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const locale = useLocale();
  const signedIn = useSignedIn();
  const { _ } = useLingui();
  const title = (useMatches().at(-1)?.handle as { title?: MessageDescriptor } | undefined)?.title;
  const other = locale === 'ja' ? 'en' : 'ja';
  const here = pathname + search + hash;

  useLayoutEffect(() => activateLocale(locale), [locale]);
  useEffect(() => {
    if (title) document.title = _(title);
  }, [title, _]);
  useEffect(() => {
    if (signedIn) void loadUser();
  }, [signedIn]);
  // Checks the session on every navigation except the callback, in parallel with rendering.
  useEffect(() => {
    if (barePath(pathname) !== '/callback') void checkSession();
  }, [pathname]);

  return (
    <>
      <header className="frame-header">
        <Link to={href('/', locale)} className="frame-brand">
          {window.portal.config.brand.name[locale]}
        </Link>
        <Link
          to={href(barePath(pathname) + search + hash, other)}
          lang={other}
          hrefLang={other}
          onClick={() => rememberLocale(other)}
        >
          {other === 'ja' ? '日本語' : 'English'}
        </Link>
        {signedIn ? (
          <button type="button" className="frame-button" onClick={() => void signOut()}>
            {locale === 'ja' ? 'ログアウト' : 'Sign out'}
          </button>
        ) : (
          <button
            type="button"
            className="frame-button"
            onClick={() => void signIn({ returnTo: here })}
          >
            {locale === 'ja' ? 'ログイン' : 'Sign in'}
          </button>
        )}
      </header>
      <main>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <ScrollRestoration />
    </>
  );
}
