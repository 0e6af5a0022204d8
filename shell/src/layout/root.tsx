import {
  type Location,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from '@portal/shared-routing';
import {
  announce,
  LiveRegion,
  ProgressBar,
  SkipLink,
  Toaster,
  usePageStep,
} from '@portal/shared-ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { css } from '#css';
import { usePageViews } from '../analytics/use-page-views.ts';
import { focusHeading } from '../page/focus-heading.ts';
import { removeSkeleton } from '../page/page-skeleton.tsx';
import { usePageTitle } from '../page/page-title.ts';
import type { RouteHandle } from '../page/route-handle.ts';
import { welcomeStateOf } from '../page/welcome-state.ts';
import { Screens } from '../revisits/screens.tsx';
import { decideGuard } from '../session/guard.ts';
import { useSessionSnapshot } from '../session/use-session.ts';
import { useSessionCheck } from '../session/use-session-check.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SessionNotice } from './session-notice.tsx';

/** The layout of every page: header, session notice, screen, footer. */
export function Root() {
  const { pathname, state } = useLocation();
  const handle = useHandle(pathname);
  const layout = handle?.layout ?? 'default';
  const main = useRef<HTMLElement>(null);

  // Runs before the paint; the router has changed the texts already.
  useLayoutEffect(() => {
    document.documentElement.dataset.layout = layout;
    removeSkeleton(document);
  }, [layout]);
  const step = usePageStep();
  // A page that this visitor does not get to see must not announce its result.
  const isShown = decideGuard(handle?.guard ?? 'public', useSessionSnapshot()) === 'show';
  const title = usePageTitle(step ?? (isShown ? handle?.title : undefined), handle?.remote);
  usePageAnnouncement(main, { pathname, step, title });
  useSessionCheck(pathname, welcomeStateOf(state)?.returnTo);
  usePageViews();

  return (
    <div className={frame}>
      <SkipLink target="main" />
      <RouteProgress />
      <Header layout={layout} />
      <SessionNotice />
      <main ref={main} id="main" tabIndex={-1} className={mainStyle}>
        <Screens />
      </main>
      <Footer />
      <LiveRegion />
      <Toaster />
      <ScrollRestoration getKey={placeOf} />
    </div>
  );
}

/**
 * The key under which a page's scroll position is stored. The router uses the key `default` for every first page of a
 * document, so a return from another site, such as a payment, would restore another page's position.
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

type ShownPage = {
  readonly pathname: string;
  readonly step: string | undefined;
  readonly title: string | undefined;
};

/** After each change of page or step: focuses the heading, and announces a title that differs from it. */
function usePageAnnouncement(
  main: React.RefObject<HTMLElement | null>,
  { pathname, step, title }: ShownPage,
): void {
  const shown = useRef({ pathname, step });
  const isTitleDue = useRef(false);
  const staleStep = useRef<string>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, step };
    const isNewPage = before.pathname !== pathname;
    const isNewStep = step !== undefined && before.step !== undefined && before.step !== step;
    if (!main.current || !(isNewPage || isNewStep)) return;
    isTitleDue.current = true;
    // The step of the page before is still named while the new page is drawn for the first time.
    staleStep.current = isNewPage && step === before.step ? step : undefined;
    return focusHeading(main.current);
  }, [main, pathname, step]);
  useEffect(() => {
    if (!isTitleDue.current || title === undefined) return;
    if (staleStep.current !== undefined && staleStep.current === step) return;
    isTitleDue.current = false;
    if (headingInFocus() !== plain(title)) announce(title);
  });
}

const headingInFocus = (): string | undefined =>
  document.activeElement?.matches('h1') ? plain(document.activeElement.textContent) : undefined;

/** Without the marks of phrases, at which a line may break. */
const plain = (text: string): string => text.replaceAll('\u200B', '').trim();

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' });
// As high as the window, so that the footer is below it while a page's data arrives and never moves in sight.
const mainStyle = css({
  flex: '1 0 auto',
  width: 'full',
  minHeight: 'calc(100lvh - 4rem)',
  _focusVisible: { outline: 'none' },
});

/** Anything that takes longer shows a progress indicator (design §7). */
const SHOW_AFTER_MS = 150;

/** The progress bar at the top while the next page loads. */
function RouteProgress() {
  const busy = useNavigation().state !== 'idle';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late ? <ProgressBar /> : null;
}
