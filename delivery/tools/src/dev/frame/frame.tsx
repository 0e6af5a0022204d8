import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import {
  authStore,
  checkSession,
  completeSignIn,
  isLoginAtom,
  loadUser,
  type SignInCompletion,
  signIn,
  signOut,
  userAtom,
} from '@portal/shared-auth';
import { LOCALES, type Locale } from '@portal/shared-contract';
import { activateLocale, barePath, localizedPath, rememberLocale } from '@portal/shared-i18n';
import {
  href,
  Link,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  type RouteRow,
  type Screen,
  ScrollRestoration,
  useLoaderData,
  useLocale,
  useLocation,
  useMatches,
  useNavigate,
} from '@portal/shared-routing';
import { useAtomValue } from 'jotai';
import { type ComponentType, Suspense, use, useEffect, useLayoutEffect } from 'react';

type Parts = {
  readonly rows: readonly RouteRow[];
  readonly screen: (path: RouteRow['path']) => Promise<Screen>;
  readonly loadTexts: (locale: Locale) => Promise<void>;
};

/** Every row in both languages, the callback, and a list of screens for any other address. */
export function frameRoutes(parts: Parts): RouteObject[] {
  const { rows } = parts;
  return [
    {
      Component: Frame,
      HydrateFallback: Nothing,
      children: [
        { path: '/callback', loader: callbackLoader, Component: Callback },
        ...LOCALES.flatMap((locale) => rows.map((row) => screenRoute(row, locale, parts))),
        { path: '*', element: <Contents rows={rows} /> },
      ],
    },
  ];
}

function screenRoute(
  { path, title, guard }: RouteRow,
  locale: Locale,
  { screen, loadTexts }: Parts,
): RouteObject {
  return {
    path: localizedPath(path, locale),
    handle: { title },
    lazy: async () => {
      const [{ Component, ErrorBoundary }] = await Promise.all([screen(path), loadTexts(locale)]);
      return {
        element: <GuardedScreen guard={guard} screen={Component} />,
        loader: async (args) => {
          if (guard !== 'public' && !authStore.get(isLoginAtom)) return null;
          if (guard === 'user-verification' && !authStore.get(userAtom)) await loadUser();
          return (await screen(path)).loader?.(args) ?? null;
        },
        action: async (args) => {
          const { action } = await screen(path);
          if (!action) throw new Error(`${path} has no action.`);
          return action(args);
        },
        ...(ErrorBoundary && { ErrorBoundary }),
      };
    },
  };
}

const Nothing = () => null;

const useSignedIn = (): boolean => useAtomValue(isLoginAtom, { store: authStore });

function Frame() {
  const { pathname, search, hash } = useLocation();
  const locale = useLocale();
  const signedIn = useSignedIn();
  const { _ } = useLingui();
  const title = (useMatches().at(-1)?.handle as { title?: MessageDescriptor } | undefined)?.title;
  const other = locale === 'ja' ? 'en' : 'ja';

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
      <header style={{ display: 'flex', gap: '1rem', padding: '1rem' }}>
        <Link to={href('/', locale)}>{window.portal.config.brand.name[locale]}</Link>
        <Link
          to={href(barePath(pathname) + search + hash, other)}
          lang={other}
          hrefLang={other}
          onClick={() => rememberLocale(other)}
        >
          {other === 'ja' ? '日本語' : 'English'}
        </Link>
        {signedIn ? (
          <button type="button" onClick={() => void signOut()}>
            {locale === 'ja' ? 'ログアウト' : 'Sign out'}
          </button>
        ) : (
          <SignIn />
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

function SignIn() {
  const { pathname, search, hash } = useLocation();
  const returnTo = pathname + search + hash;
  return (
    <button type="button" onClick={() => void signIn({ returnTo })}>
      {useLocale() === 'ja' ? 'ログイン' : 'Sign in'}
    </button>
  );
}

type GuardedProps = { readonly guard: RouteRow['guard']; readonly screen: ComponentType };

/** A screen behind a guard leads nowhere while signed out, so that sign-out can be tried. */
function GuardedScreen({ guard, screen: Screen }: GuardedProps) {
  const signedIn = useSignedIn();
  const locale = useLocale();
  if (guard === 'public' || signedIn) return <Screen />;
  return (
    <>
      <h1>{locale === 'ja' ? 'ログインが必要です' : 'Sign in to continue'}</h1>
      <SignIn />
    </>
  );
}

function Contents({ rows }: { readonly rows: readonly RouteRow[] }) {
  const locale = useLocale();
  return (
    <>
      <h1>{locale === 'ja' ? 'このリモートの画面' : 'Screens of this remote'}</h1>
      <ul>
        {rows.map(({ path }) => (
          <li key={path}>
            <Link to={href(path, locale)}>{path}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

type Arrival = { readonly completion: Promise<SignInCompletion> };

/** The sign-in return route. The code is exchanged once per visit. */
function callbackLoader({ request }: LoaderFunctionArgs): Arrival {
  return { completion: completeSignIn(new URL(request.url).search) };
}

function Callback() {
  const outcome = use(useLoaderData<Arrival>().completion);
  const navigate = useNavigate();
  useEffect(() => {
    if (outcome.ok) navigate(outcome.returnTo, { replace: true });
  }, [outcome, navigate]);
  return (
    <p role="status">{outcome.ok ? '…' : `Sign-in could not be completed: ${outcome.error}`}</p>
  );
}
