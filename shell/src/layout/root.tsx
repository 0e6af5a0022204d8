import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
} from '@portal/shared-routing';
import { announce, LiveRegion, SkipLink, Toaster } from '@portal/shared-ui';
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import { css } from '#css';
import { usePageViews } from '../analytics/use-page-views.ts';
import type { RouteHandle } from '../router/route-handle.ts';
import { welcomeStateOf } from '../screens/welcome-state.ts';
import { useSessionCheck } from '../session/use-session-check.ts';
import { focusHeading } from './focus-heading.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { removeSkeleton } from './page-skeleton.tsx';
import { usePageTitle } from './page-title.ts';
import { RouteProgress } from './route-progress.tsx';
import { SessionNotice } from './session-notice.tsx';

/** The layout of every page: header, session notice, screen, footer. */
export function Root(): ReactElement {
  const { pathname, state } = useLocation();
  const handle = useHandle(pathname);
  const layout = handle?.layout ?? 'default';
  const main = useRef<HTMLElement>(null);

  // Runs before the paint; the router has changed the texts already.
  useLayoutEffect(() => {
    document.documentElement.dataset.layout = layout;
    removeSkeleton(document);
  }, [layout]);
  usePageTitle(handle?.title);
  usePageAnnouncement(main, pathname);
  useSessionCheck(pathname, welcomeStateOf(state)?.returnTo);
  usePageViews();

  return (
    <div className={frame}>
      <SkipLink target="main" />
      <RouteProgress />
      <Header layout={layout} />
      <SessionNotice />
      <main ref={main} id="main" tabIndex={-1} className={mainStyle}>
        <Outlet />
      </main>
      <Footer />
      <LiveRegion />
      <Toaster />
      <ScrollRestoration getKey={placeOf} />
    </div>
  );
}

/**
 * The key under which a page's scroll position is stored. The router uses the key `default` for
 * every first page of a document, so a return from another site, such as a payment, would restore
 * another page's position.
 */
const placeOf = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/**
 * The handle of the current route. When a remote's rows could not be loaded, the router falls back
 * to the best partial match, the welcome page, whose handle must not be used.
 */
function useHandle(pathname: string): RouteHandle | undefined {
  const shown = useMatches().at(-1);
  const plain = (path: string | undefined) => path?.replace(/\/+$/, '');
  return plain(shown?.pathname) === plain(pathname) ? (shown?.handle as RouteHandle) : undefined;
}

/** After each change of page: moves the focus to the heading and announces the title. */
function usePageAnnouncement(main: React.RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname || !main.current) return;
    shown.current = pathname;
    announce(document.title);
    return focusHeading(main.current);
  }, [main, pathname]);
}

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' });
const mainStyle = css({ flex: '1 0 auto', width: 'full', _focusVisible: { outline: 'none' } });
