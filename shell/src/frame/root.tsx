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
import type { RouteHandle } from '../router/screen-route.tsx';
import { welcomeStateOf } from '../screens/welcome-state.ts';
import { useSessionUpkeep } from '../session/use-session-upkeep.ts';
import { focusHeading } from './arrival.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { removeSkeleton } from './page-skeleton.tsx';
import { usePageTitle } from './page-title.ts';
import { RouteProgress } from './route-progress.tsx';
import { SessionNotice } from './session-notice.tsx';

/** The frame of every page: header, session notice, the screen's place, footer. */
export function Root(): ReactElement {
  const { pathname, state } = useLocation();
  const handle = useHandle(pathname);
  const layout = handle?.layout ?? 'default';
  const main = useRef<HTMLElement>(null);

  // Before the browser paints; the router has changed the words already.
  useLayoutEffect(() => {
    document.documentElement.dataset.layout = layout;
    removeSkeleton(document);
  }, [layout]);
  usePageTitle(handle?.title);
  useArrival(main, pathname);
  useSessionUpkeep(pathname, welcomeStateOf(state)?.returnTo);
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
 * By what a page's scroll is remembered. The router calls every page that was opened afresh «default»:
 * one that is come back to from elsewhere, such as a payment, would begin where another had ended.
 */
const placeOf = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/**
 * What the route shown says of itself. Where a remote's rows could not be learned, the router answers
 * with the route that covers the address best, the welcome page: that one is not shown.
 */
function useHandle(pathname: string): RouteHandle | undefined {
  const shown = useMatches().at(-1);
  const plain = (path: string | undefined) => path?.replace(/\/+$/, '');
  return plain(shown?.pathname) === plain(pathname) ? (shown?.handle as RouteHandle) : undefined;
}

/** On each change of page, after the first: focus to the heading, the title read out. */
function useArrival(main: React.RefObject<HTMLElement | null>, pathname: string): void {
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
