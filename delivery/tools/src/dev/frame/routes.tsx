import { authStore, isLoginAtom, loadUser, userAtom } from '@portal/shared-auth';
import { LOCALES, type Locale } from '@portal/shared-contract';
import { localizedPath } from '@portal/shared-i18n';
import { href, Link, type RouteObject, type RouteRow, useLocale } from '@portal/shared-routing';
import { Components } from '@portal/shared-ui/samples';
import type { ComponentType, ReactElement } from 'react';
import { Callback, callbackLoader } from './callback.tsx';
import { Frame } from './frame.tsx';
import { latestRoutes } from './latest-routes.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** Of no remote: every component of shared-ui, for whoever designs or builds. */
const COMPONENTS_PATH = '/components';

type Parts = {
  readonly rows: readonly RouteRow[];
  readonly loadTexts: (locale: Locale) => Promise<void>;
};

/**
 * The routes of the frame: every row in both languages, the callback, and a list of screens for any
 * other address.
 */
export function frameRoutes({ rows, loadTexts }: Parts): RouteObject[] {
  return [
    {
      Component: Frame,
      HydrateFallback: Nothing,
      children: [
        { path: '/callback', loader: callbackLoader, Component: Callback },
        ...LOCALES.flatMap((locale) => rows.map((row) => screenRoute(row, locale, loadTexts))),
        ...LOCALES.map((locale) => ({
          path: localizedPath(COMPONENTS_PATH, locale),
          lazy: async () => {
            await loadTexts(locale);
            return { Component: Components };
          },
        })),
        {
          path: '*',
          element: <Contents rows={rows} />,
        },
      ],
    },
  ];
}

function screenRoute(row: RouteRow, locale: Locale, loadTexts: Parts['loadTexts']): RouteObject {
  return {
    path: localizedPath(row.path, locale),
    handle: { title: row.title },
    lazy: async () => {
      const [{ Component, ErrorBoundary }] = await Promise.all([
        latestRoutes.screen(row.path),
        loadTexts(locale),
      ]);
      return {
        element: <GuardedScreen guard={row.guard} screen={Component} />,
        loader: async (args) => {
          if (row.guard !== 'public' && !authStore.get(isLoginAtom)) return null;
          if (row.guard === 'user-verification' && !authStore.get(userAtom)) await loadUser();
          return (await latestRoutes.screen(row.path)).loader?.(args) ?? null;
        },
        action: async (args) => {
          const { action } = await latestRoutes.screen(row.path);
          if (!action) throw new Error(`${row.path} has no action.`);
          return action(args);
        },
        ...(ErrorBoundary && { ErrorBoundary }),
      };
    },
  };
}

/** Shown while a screen's code loads. */
function Nothing(): null {
  return null;
}

type GuardedProps = { readonly guard: RouteRow['guard']; readonly screen: ComponentType };

function GuardedScreen({ guard, screen: Screen }: GuardedProps): ReactElement {
  const signedIn = useSignedIn();
  return guard === 'public' || signedIn ? <Screen /> : <SignInFirst />;
}

/** Lists the screens of this remote, for `/` and for addresses of other parts. */
function Contents({ rows }: { readonly rows: readonly RouteRow[] }): ReactElement {
  const locale = useLocale();
  return (
    <div className="frame-contents">
      <h1>{locale === 'ja' ? 'このリモートの画面' : 'Screens of this remote'}</h1>
      <ul>
        {rows.map(({ path }) => (
          <li key={path}>
            <Link to={href(path, locale)}>{path}</Link>
          </li>
        ))}
        <li>
          <Link to={href(COMPONENTS_PATH, locale)}>{COMPONENTS_PATH}</Link>
        </li>
      </ul>
    </div>
  );
}
