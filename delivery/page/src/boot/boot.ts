/**
 * The boot script: inline in the page, before anything else has arrived.
 *
 * It makes `window.portal` from the page's JSON and starts, all at once, everything that the first
 * view of this address needs: the shell's chunks, the owning remote's entry, rows, screen and texts,
 * the stylesheets, the silent login check and the first data. Nothing waits for a manifest.
 *
 * boot-script.ts bundles it. Import nothing here that brings a library: every byte is in each page.
 */
import { apiHeaders } from '@portal/shared-api/headers';
import { beginRenewal } from '@portal/shared-auth/early-renewal';
import { keptFirstView } from '@portal/shared-auth/kept-first-view';
import { CALLBACK_PATH } from '@portal/shared-auth/paths';
import { beginSilentCheck } from '@portal/shared-auth/silent-check';
import {
  ACCESS_TOKEN,
  ACCESS_TOKEN_EXPIRES_AT,
  ONEID_USER_ID,
} from '@portal/shared-auth/stored-names';
import type {
  PackageOnPage,
  PageData,
  PortalPage,
  RouteOnPage,
  StageReport,
} from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import { barePath, localeOf } from '@portal/shared-i18n/locale-path';
import { remoteFor, routeFor } from '@portal/shared-routing/route-match';
import { hasFrozen, noteRun } from '@portal/shared-routing/running-release';
import { showTheme } from '@portal/shared-ui/shown-theme';
import { startFirstView } from '../first-view/first-view.ts';
import { showFailure } from './failure.ts';
import { createFileLoader } from './file-loader.ts';
import { prepareInstall } from './install.ts';
import { untilLive } from './kept-page.ts';
import { fileLimit, firstViewDeadline, VIEW_LIMIT_MS, wordsDeadline } from './limits.ts';
import { pathInOwnLanguage } from './own-language.ts';

/** Local storage: the version of the shell that last ran here, whose files the browser has. */
const SEEN_SHELL = 'seen_shell';
/** How long React waits for the first view, from this script on; where the access token has ended, a round longer. */
const FIRST_VIEW_WAIT_MS = { alive: 600, ended: 1000 };

// The page has words in this place (delivery/model/src/page/old-browser.ts).
if (document.documentElement.className === 'too-old') throw new Error('The browser is too old.');

const startedAt = performance.now();
const data = JSON.parse(document.getElementById('portal-data')?.textContent ?? '') as PageData;
const { config, shell, remotes } = data;
// First of all requests, since the scripts of a kept page wait for its answer.
const live = document.documentElement.dataset.kept === undefined ? undefined : untilLive(data);
showInOwnLanguage();
const locale = localeOf(location.pathname);
let hasFailed = false;
const viewLimitMs = config.viewLimitMs ?? VIEW_LIMIT_MS;
const firstViewEnds = firstViewDeadline(viewLimitMs, performance.now());
const portal: PortalPage = {
  ...data,
  early: new Map(),
  ...createFileLoader(data, locale, fileLimit(viewLimitMs)),
  viewLimitMs,
  firstViewEnds,
  showsFirstView: () => firstView?.isShown() ?? false,
  async yieldToFirstView() {
    if (!firstView) return;
    const limit = portal.renewal ? ended : alive;
    await within(firstView.painted, startedAt + limit - performance.now());
    firstView.settle();
  },
  firstViewSource: () => firstView?.source(),
  fail() {
    reportFailure();
    firstView?.end();
    showFailure(document, locale);
  },
};
window.portal = portal;

const path = barePath(location.pathname);
const ownerName = remoteFor(data.areas, path) ?? '';
const owner = remotes[ownerName] ?? shell;
const route = routeFor(owner.routes, path);
// The shell says in words that what has frozen a page before was not started.
const isHeldBack = hasFrozen(ownerName, owner.version);

// A page that was made for another address, such as the one that is kept.
if (ownerName && owner === shell) portal.readRemotes().catch(() => undefined);

const { documentElement: root } = document;
root.lang = locale;
root.dataset.layout = route?.layout ?? 'default';
prepareInstall(portal, locale);
const theme = stored('theme');
if (theme === 'light' || theme === 'dark') showTheme(theme);

// Stylesheets first: what is drawn waits for them, and they are small.
const parts = owner === shell ? [shell] : [shell, owner];
for (const part of parts) start(part, part.styles);
// Before the scripts, whose answers would be ahead of theirs on a slow link.
if (route) startFirstCalls(route);
const firstView =
  data.firstView &&
  startFirstView({
    view: data.firstView,
    locale,
    path,
    early: portal.early,
    named: portal.renewal?.then(
      ({ member }) => member,
      () => undefined,
    ),
    kept: () => keptFirstView(location.pathname),
    styles: () =>
      Promise.all(
        parts.flatMap(({ base, styles }) => styles.map((file) => portal.load(base + file))),
      ),
    member: () => (stored(ACCESS_TOKEN) ? (stored(ONEID_USER_ID) ?? '') : undefined),
  });
// What was kept of a member whose session has ended elsewhere shows no longer.
portal.renewal?.then(({ signedOut }) => signedOut && firstView?.end()).catch(() => undefined);
// Scripts that are here are evaluated while the answers are on their way. Those that must be downloaded wait for a new
// token: its call has a connection of its own, to which they would leave nothing of a slow link.
const beforeScripts = firstView && stored(SEEN_SHELL) !== shell.version && portal.renewal;
const { alive, ended } = FIRST_VIEW_WAIT_MS;
const waits = [
  live,
  // What a kept page shows is here already: evaluating scripts would only hold up its painting.
  live && firstView && within(firstView.painted, alive),
  beforeScripts && within(beforeScripts, ended),
];
if (waits.some(Boolean)) Promise.allSettled(waits).then(startScripts);
else startScripts();

setTimeout(() => {
  firstView?.end();
  // React removes the skeleton when it has drawn the frame.
  if (document.getElementById('skeleton')) portal.fail();
}, wordsDeadline(firstViewEnds, viewLimitMs) - performance.now());

// Whose session is stored sees the page without an answer, so that check begins once React has drawn: its frame would
// take time from that. Web Crypto, which the check needs, exists in secure contexts alone.
if (path !== CALLBACK_PATH && window.isSecureContext && !stored(ACCESS_TOKEN)) {
  portal.silent = beginSilentCheck(config.idp, locale);
}

function startScripts(): void {
  if (!isHeldBack && owner !== shell) noteRun(ownerName, owner.version);
  for (const part of isHeldBack ? [shell] : parts) {
    start(part, part.scripts);
    start(part, part.catalogs[locale]);
  }
  if (!isHeldBack) start(owner, route?.files);
  start(shell, route?.shellFiles);
  // Nobody else can say so when the shell itself does not come.
  Promise.all(shell.scripts.map((file) => portal.load(shell.base + file))).then(() => {
    store(SEEN_SHELL, shell.version);
    if (firstView?.isShown() && !isHeldBack) loadNext();
  }, portal.fail);
}

/** The view gives place without it; what the screen needs at once has come when this begins. */
function loadNext(): void {
  for (const address of data.firstView?.next ?? []) portal.load(address).catch(() => undefined);
}

/** Resolves when the work has ended, or the time. */
function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}

/** Reports once that the shell did not start, since the code that reports is the shell's. */
function reportFailure(): void {
  if (hasFailed || data.override) return;
  hasFailed = true;
  const { version } = shell;
  const report = {
    remote: 'shell',
    version,
    stage: 'failed',
    code: 'broken',
  } satisfies StageReport;
  navigator.sendBeacon(reportAddress(config.apiUrl, data.token), JSON.stringify([report]));
}

/** Changes the address before anything is fetched for it, so that only one language is loaded. */
function showInOwnLanguage(): void {
  const { pathname, search, hash } = location;
  const { cookie } = document;
  const { languages } = navigator;
  const path = pathInOwnLanguage(pathname, {
    cookie,
    languages,
    stored: (name) => stored(name, 'sessionStorage'),
  });
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}

function start(part: PackageOnPage, files: readonly string[] = []): void {
  // A failure shows where the file is needed: the shell's boundary loads it again and reports it.
  for (const file of files) portal.load(part.base + file).catch(() => undefined);
}

/** Starts the calls that the screen's loader makes first; `call()` of shared-api takes the answers. */
function startFirstCalls({ guard, early = [] }: RouteOnPage): void {
  const token = stored(ACCESS_TOKEN);
  if (!token || guard === 'public') return;
  const isEnded =
    Date.now() >= (Number(stored(ACCESS_TOKEN_EXPIRES_AT)) || Number.POSITIVE_INFINITY);
  // Without Web Locks, other tabs cannot wait: then the session renews.
  if (isEnded && navigator.locks) portal.renewal = beginRenewal(config.idp);
  const { renewal } = portal;
  // The API would refuse it.
  if (isEnded && !renewal) return;
  for (const address of early) {
    const answer = renewal
      ? renewal.then(({ result }) => {
          if (!result.ok) throw new Error(result.reason);
          return ask(address, result.accessToken);
        })
      : ask(address, token);
    answer.catch(() => undefined);
    portal.early.set(address, answer);
  }
}

function ask(address: string, token: string): Promise<Response> {
  const headers = apiHeaders(config, { authorization: `Bearer ${token}` });
  return fetch(config.apiUrl + address, { headers });
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As in `stored`.
  }
}

/** Privacy settings may refuse storage: then nothing is stored. */
function stored(
  name: string,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): string | null {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}
