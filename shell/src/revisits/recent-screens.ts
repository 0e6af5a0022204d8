import { onAnswersForgotten } from '@portal/shared-api';
import { localeOf } from '@portal/shared-i18n';
import type { DataRouter, Location } from '@portal/shared-routing';
import type { RouteHandle } from '../page/route-handle.ts';
import { type ShownScreen, stage, WITHOUT_EARLIER } from './screens.tsx';

/** How many earlier screens stay in the document. */
const RECENT_MAX = 3;
/** On a device with at most so many gigabytes, one does. */
const LITTLE_MEMORY_GB = 2;

/** Not `display: none`, with which the browser forgets how the screen is laid out and scrolled. */
const HIDDEN = globalThis.CSS?.supports('content-visibility', 'hidden')
  ? 'content-visibility:hidden'
  : 'visibility:hidden';
const OUT_OF_SIGHT = `position:absolute;width:100%;height:0;overflow:clip;${HIDDEN}`;

/** A dialog, which may show a code, ends with its screen. */
const OPEN_DIALOG = 'dialog[open], [role$="dialog"][data-state="open"]';

/**
 * Keeps the last screens that the member has read in the document, inert and out of sight. A navigation to one of them
 * shows it at once; what its loader answers, React merges into it (docs/decisions/0060-revisits.md).
 * @returns ends it
 */
export function keepRecentScreens(router: Pick<DataRouter, 'state' | 'subscribe'>): () => void {
  /** How far the page was scrolled when an entry of the history was left. */
  const scrolled = new Map<string, number>();
  /** The recent screen that is shown before its navigation has ended. */
  let ahead: ShownScreen | undefined;
  /** Where the member is going. */
  let going: Location | undefined;
  let painted = () => {};

  /** Shows the screen to which the member goes, if it is still there, else that of the address. */
  function settle(): void {
    const { drawn, shown } = stage;
    if (!shown) return;
    const { navigation, location } = router.state;
    const goingTo = navigation.formMethod ? undefined : navigation.location;
    const to = goingTo ?? location;
    const before = ahead;
    if (goingTo && goingTo !== going) stage.painted = nextFrame();
    going = goingTo;
    if (goingTo && !before) scrolled.set(location.key, window.scrollY);
    ahead = drawn.find((screen) => screen !== shown && isAt(to, screen));
    showOnly(ahead ?? shown);
    if (ahead?.key === before?.key) return;
    if (ahead) {
      window.scrollTo(0, (navigation.historyAction === 'POP' && scrolled.get(to.key)) || 0);
    } else if (before?.key === shown.key) {
      // The navigation has ended here: the router must not undo how the member has scrolled meanwhile.
      const { scrollY } = window;
      queueMicrotask(() => window.scrollTo(0, scrollY));
    } else {
      window.scrollTo(0, scrolled.get(shown.place.location.key) ?? 0);
    }
  }

  /** Resolves after the frame that comes next; at once where none comes, since the page is hidden. */
  function nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      painted = resolve;
      if (document.hidden) resolve();
      else requestAnimationFrame(() => setTimeout(resolve));
    });
  }

  function forget(): void {
    painted();
    if (!stage.shown || stage.drawn.length < 2) return;
    stage.drawn = [stage.shown];
    settle();
    stage.redraw();
  }
  function forgetWhereHidden(): void {
    if (document.hidden) forget();
  }

  stage.keeper = { choose, onDrawn: settle };
  const stopFollowing = router.subscribe(settle);
  const stopListening = onAnswersForgotten(forget);
  document.addEventListener('visibilitychange', forgetWhereHidden);
  return () => {
    stage.keeper = WITHOUT_EARLIER;
    stopFollowing();
    stopListening();
    document.removeEventListener('visibilitychange', forgetWhereHidden);
  };
}

/** Adds the screen of the address to those that are drawn, and leaves out what does not stay. */
function choose(drawn: readonly ShownScreen[], shown: ShownScreen): readonly ShownScreen[] {
  const last = stage.shown;
  const isArrival = last?.id !== shown.id;
  const { location } = shown.place;
  const same = drawn.find(({ id }) => id === shown.id);
  // What a fragment asks for, a screen does when it begins.
  const isAnew = isArrival && location.hash !== '';
  const now = {
    ...shown,
    key: same ? `${same.key}${isAnew ? '+' : ''}` : shown.key,
    turn: (last?.turn ?? 0) + Number(isArrival),
  };
  const hasDialog = isArrival && document.querySelector(OPEN_DIALOG) !== null;
  const earlier = drawn.filter(
    (screen) =>
      screen !== same &&
      isRead(screen) &&
      localeOf(screen.place.location.pathname) === localeOf(location.pathname) &&
      !(hasDialog && screen === last),
  );
  const most = mostRecent();
  const stays = ({ turn }: ShownScreen) => earlier.filter((one) => one.turn > turn).length < most;
  const others = drawn.filter(
    (screen) => screen === same || (earlier.includes(screen) && stays(screen)),
  );
  return same ? others.map((screen) => (screen === same ? now : screen)) : [...others, now];
}

function mostRecent(): number {
  const { deviceMemory = Infinity } = navigator as Navigator & { readonly deviceMemory?: number };
  return deviceMemory > LITTLE_MEMORY_GB ? RECENT_MAX : 1;
}

/** A screen that may stay, and has its data. */
function isRead({ id, state }: ShownScreen): boolean {
  const handle = state.matches.at(-1)?.route.handle as RouteHandle | undefined;
  return handle?.keepAlive === true && !state.errors && state.loaderData[id] != null;
}

const isAt = ({ pathname, search, hash }: Location, { place: { location } }: ShownScreen) =>
  pathname === location.pathname && search === location.search && hash === '';

function showOnly({ key }: ShownScreen): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-screen]')) {
    const isHidden = place.dataset.screen !== key;
    const focused = document.activeElement;
    // The focus goes on from the new heading, as where the screen is removed.
    if (isHidden && focused instanceof HTMLElement && place.contains(focused)) focused.blur();
    place.toggleAttribute('inert', isHidden);
    place.style.cssText = isHidden ? OUT_OF_SIGHT : '';
  }
}
