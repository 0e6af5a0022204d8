import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { differsFromPage, fetchLatest } from '@portal/shared-contract/latest-releases';
import { barePath, i18n } from '@portal/shared-i18n';
import { type DataRouter, hasDraft, remoteFor } from '@portal/shared-routing';
import { routeFor } from '@portal/shared-routing/route-match';
import { Button, Icon } from '@portal/shared-ui';
import { createRoot } from 'react-dom/client';
import { css } from '#css';
import { browserClock, type Clock, pollWhileVisible } from './release-polling.ts';

/** Pages are loaded for a new release at most this often: an edge may still have an older page. */
const LOAD_AT_MOST_EVERY_MS = 10_000;
const LOADED_AT = 'release_loaded_at';
/** What a screen or a remote throws whose files did not come. */
const LOAD_ERRORS = ['ChunkLoadError', 'RemoteLoadError'];

type Options = {
  readonly router: DataRouter;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Loads a page of this portal by the browser; tests record it instead. */
  readonly load?: (address: string) => void;
};

/**
 * Watches for new releases in an open tab. One is announced, and taken with the next link to another
 * page, which is then loaded by the browser; not while something typed or a flow would be lost. A
 * page whose files are gone is loaded anew too, since only the page of the new release names files
 * that are there (docs/decisions/0045-releases-in-the-browser.md).
 * @returns a function that ends it
 */
export function watchReleases({
  router,
  fetch = globalThis.fetch,
  clock = browserClock,
  load = (address) => window.location.assign(address),
}: Options): () => void {
  let isNew = false;
  let isClosed = false;
  let isShown = false;
  /** The link that was clicked at a moment at which the release may be taken. */
  let clicked: string | undefined;
  const input = watchInput(show);
  const place = document.createElement('div');
  const root = createRoot(place);
  document.body.append(place);

  // React draws a new page, without the fields of the one before, some time after the router has it.
  const drawn = new MutationObserver(show);

  async function ask(): Promise<void> {
    const latest = await fetchLatest(fetch);
    if (!latest) return;
    const wasNew = isNew;
    isNew = differsFromPage(latest, window.portal);
    if (isNew && !wasNew) {
      isClosed = false;
      drawn.observe(document.body, { childList: true, subtree: true });
    }
    if (!isNew) drawn.disconnect();
    show();
  }

  function show(): void {
    const wasShown = isShown;
    isShown = isNew && !isClosed && !input.isThere();
    if (isShown === wasShown) return;
    root.render(
      isShown ? (
        <I18nProvider i18n={i18n}>
          <ReleaseNotice onUpdate={() => take(addressOf(window.location))} onClose={close} />
        </I18nProvider>
      ) : null,
    );
  }
  function close(): void {
    isClosed = true;
    show();
  }

  function take(address: string): void {
    if (!rememberLoad(clock.now())) return;
    load(address);
  }

  function noteClick({ target }: MouseEvent): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin) return;
    clicked =
      isNew && !input.isThere() && startsNoFlow(link.pathname) ? addressOf(link) : undefined;
    input.linkFollowed();
  }
  document.addEventListener('click', noteClick, true);

  // The router follows a link once the link's own handlers have run and no prompt has held it.
  const unsubscribe = router.subscribe(({ navigation, location, errors }) => {
    if (navigation.location) {
      const { location: to } = navigation;
      const follows = clicked === addressOf(to) && to.pathname !== location.pathname;
      clicked = undefined;
      // State of the history does not survive the loading of a page.
      if (follows && to.state === null && !navigation.formMethod) take(addressOf(to));
      return;
    }
    if (hasLoadError(errors)) void takeForMissingFile();
  });

  async function takeForMissingFile(): Promise<void> {
    await ask();
    const { location, errors, navigation } = router.state;
    if (isNew && navigation.state === 'idle' && hasLoadError(errors)) take(addressOf(location));
  }
  if (hasLoadError(router.state.errors)) void takeForMissingFile();

  const stopPolling = pollWhileVisible(() => void ask(), clock);
  return () => {
    stopPolling();
    drawn.disconnect();
    unsubscribe();
    input.stop();
    document.removeEventListener('click', noteClick, true);
    root.unmount();
    place.remove();
  };
}

type Address = { readonly pathname: string; readonly search: string; readonly hash: string };
const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

const hasLoadError = (errors: DataRouter['state']['errors']): boolean =>
  Object.values(errors ?? {}).some((error) => LOAD_ERRORS.includes(error?.name));

/** A screen without the menu is part of a flow; an address without a screen is loaded by the router. */
function startsNoFlow(pathname: string): boolean {
  const { shell, remotes, areas } = window.portal;
  const path = barePath(pathname);
  const owner = remotes[remoteFor(areas, path) ?? ''] ?? shell;
  return routeFor(owner.routes, path)?.layout === 'default';
}

/** @returns false where a page was loaded a moment ago, or where the browser refuses to remember it */
function rememberLoad(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(LOADED_AT)) || 0;
    if (Math.abs(now - last) < LOAD_AT_MOST_EVERY_MS) return false;
    sessionStorage.setItem(LOADED_AT, String(now));
    return true;
  } catch {
    return false;
  }
}

type Props = { readonly onUpdate: () => void; readonly onClose: () => void };

/** Says that a new release is live, over the page's lower edge, so that nothing moves. */
function ReleaseNotice({ onUpdate, onClose }: Props) {
  const { t } = useLingui();
  return (
    <aside aria-label={t`New version`} className={place}>
      <div role="status" className={words}>
        <Trans>A new version of this site is available.</Trans>
      </div>
      <Button size="sm" variant="outline" onClick={onUpdate}>
        <Trans>Update now</Trans>
      </Button>
      <Button size="icon" variant="ghost" aria-label={t`Close`} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}

const place = css({
  position: 'fixed',
  insetBlockEnd: '4',
  insetInline: '4',
  zIndex: 'header',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  maxWidth: '32rem',
  mx: 'auto',
  paddingInlineStart: '4',
  paddingInlineEnd: '1',
  py: '1',
  borderRadius: 'md',
  background: 'paper',
  color: 'ink',
  boxShadow: 'popup',
  _forcedColors: { border: '1px solid' },
});
const words = css({ flex: '1', minWidth: '0', py: '2' });

const TEXT_FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea';

/** Whether something would be lost, or a flow interrupted, if the page were loaded anew. */
type UnsavedInput = {
  isThere(): boolean;
  /** A link was followed: what was typed is given up once it has led to another page. */
  linkFollowed(): void;
  stop(): void;
};

/**
 * Notes what is typed. A step that leads on by itself, as after a code, keeps it: what was typed may
 * be in memory for the next step. Only a page that the member has left by a link counts as clean.
 * @param changed is called when something is typed
 */
function watchInput(changed: () => void): UnsavedInput {
  let isTyped = hasText();
  let leaving: string | undefined;

  function typed(): void {
    isTyped = true;
    leaving = undefined;
    changed();
  }
  document.addEventListener('input', typed, true);
  return {
    isThere() {
      if (leaving !== undefined && leaving !== window.location.pathname) {
        isTyped = false;
        leaving = undefined;
      }
      return (
        isTyped ||
        hasText() ||
        hasDraft() ||
        // Sign-in, registration and other pages that are one flow.
        document.documentElement.dataset.layout === 'empty'
      );
    },
    linkFollowed() {
      leaving = window.location.pathname;
    },
    stop: () => document.removeEventListener('input', typed, true),
  };
}

/** Fields that a page has filled in itself count too: the member may have read and left them so. */
const hasText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
    ({ value }) => value !== '',
  );
