/**
 * The boot script: inline in the page, before anything else has arrived.
 *
 * It makes `window.portal` from the page's JSON and starts, all at once, everything that the first
 * view of this address needs: the stylesheets, the first data, the shell's chunks, the owning remote's entry, rows,
 * screen and texts. Nothing waits for a manifest. What is not needed for that is in the first of the shell's
 * scripts (before-react.ts), so that the page fits into the first flight of a new connection.
 *
 * boot-script.ts bundles it. Import nothing here that brings a library: every byte is in each page.
 */
import { apiHeaders } from '@portal/shared-api/headers';
import { ACCESS_TOKEN, ACCESS_TOKEN_EXPIRES_AT } from '@portal/shared-auth/stored-names';
import type { PackageOnPage, PageData, StageReport } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { reportAddress } from '@portal/shared-contract/report-address';
import { barePath, localeOf } from '@portal/shared-i18n/locale-path';
import { remoteFor, routeFor } from '@portal/shared-routing/route-match';
import { hasFrozen, noteRun } from '@portal/shared-routing/running-release';
import { showTheme } from '@portal/shared-ui/shown-theme';
import type { BegunPage } from './begun-page.ts';
import { showFailure } from './failure.ts';
import { createFileLoader } from './file-loader.ts';
import { prepareInstall } from './install.ts';
import { untilLive } from './kept-page.ts';
import { fileLimit, firstViewDeadline, wordsDeadline } from './limits.ts';
import { pathInOwnLanguage } from './own-language.ts';
import { store, stored } from './stored.ts';

/** Local storage: the version of the shell that last ran here, whose files the browser has. */
const SEEN_SHELL = 'seen_shell';

// The page has words in this place (delivery/model/src/page/old-browser.ts).
if (document.documentElement.className === 'too-old') throw new Error('The browser is too old.');
// Whatever throws in this script ends in words of its own: the page takes a script that sets no layout for one that
// the browser cannot read.
addEventListener('error', showStopped);

const startedAt = performance.now();
const data = JSON.parse(document.getElementById('portal-data')?.textContent ?? '') as PageData;
const { config, shell, remotes } = data;
const limits = limitsOf(config);
// First of all requests, since the scripts of a kept page wait for its answer.
const live =
  document.documentElement.dataset.kept === undefined ? undefined : untilLive(data, limits.latest);
showInOwnLanguage();
const locale = localeOf(location.pathname);
const path = barePath(location.pathname);
const ownerName = remoteFor(data.areas, path) ?? '';
const owner = remotes[ownerName] ?? shell;
const route = routeFor(owner.routes, path);
let hasFailed = false;
let haveScriptsBegun = false;

// First what fills the first view. The page has begun to load its stylesheets before this script ran.
const answers = new Map<string, Promise<Response>>();
const token = stored(ACCESS_TOKEN);
const early = (token && route && route.guard !== 'public' && route.early) || [];
const isEnded = Date.now() >= (Number(stored(ACCESS_TOKEN_EXPIRES_AT)) || Number.POSITIVE_INFINITY);
if (token && !isEnded) ask(early, token);

const firstViewEnds = firstViewDeadline(limits.view, performance.now());
const portal: BegunPage = {
  ...data,
  early: answers,
  ...createFileLoader(data, locale, fileLimit(limits.view)),
  limits,
  firstViewEnds,
  fail() {
    reportFailure();
    portal.endFirstView?.();
    showFailure(document, locale);
  },
};
window.portal = portal;

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

const parts = owner === shell ? [shell] : [shell, owner];
for (const part of parts) start(part, part.styles);
const [beforeReact, largest] = shell.scripts.map((file) => shell.base + file);
if (beforeReact) portal.load(beforeReact).catch(portal.fail);
const unasked = isEnded ? early : [];
const isForVisitor = data.firstView?.visitor === (token ? 'member' : 'stranger');
// Scripts that are here take nothing of the link.
const behind = isForVisitor && !live && unasked.length === 0 && !knowsShell() && largest;
// A view that waits for no answer would be painted after they have run.
const isBehindFrame = Boolean(live) || (isForVisitor && early.length === 0);
portal.begun = {
  ...{ startedAt, path, loadStyles, live, unasked, ask, knowsShell, startScripts, isBehindFrame },
  largest: behind ? preload(behind) : undefined,
};
// Else before-react.ts starts them.
if (!isBehindFrame && !behind && !(isForVisitor && unasked.length > 0)) startScripts();

setTimeout(() => {
  portal.endFirstView?.();
  // React removes the skeleton when it has drawn the frame.
  if (document.getElementById('skeleton')) portal.fail();
}, wordsDeadline(firstViewEnds, limits.view) - performance.now());
removeEventListener('error', showStopped);

function showStopped(): void {
  document.documentElement.dataset.layout ??= 'default';
  showFailure(document, localeOf(location.pathname));
}

function loadStyles(): Promise<void>[] {
  return parts.flatMap(({ base, styles }) => styles.map((file) => portal.load(base + file)));
}

/**
 * On a slow link the bytes of scripts would share it with what the view needs. The largest alone keeps it busy meanwhile: it
 * is asked for a round later, so that it comes behind these, and is not run before the view is there.
 * @returns resolves when the browser has it, or will not
 */
async function preload(url: string): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, round()));
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.crossOrigin = 'anonymous';
  link.fetchPriority = 'low';
  link.integrity = portal.integrity(url) ?? '';
  link.href = url;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
}

/** How long the portal took to begin its answer with the page, in ms. */
function round(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page ? page.responseStart - page.requestStart : 0;
}

function startScripts(): void {
  if (haveScriptsBegun) return;
  haveScriptsBegun = true;
  if (!isHeldBack && owner !== shell) noteRun(ownerName, owner.version);
  for (const part of isHeldBack ? [shell] : parts) {
    start(part, part.scripts);
    start(part, part.catalogs[locale]);
  }
  if (!isHeldBack) start(owner, route?.files);
  start(shell, route?.shellFiles);
  // Where the browser has the scripts and the access token is valid, there is nothing else to wait for.
  const isNextBeside = isForVisitor && knowsShell() && unasked.length === 0 && !isHeldBack;
  if (isNextBeside) loadNext();
  const scripts = shell.scripts.map((file) => portal.load(shell.base + file));
  // The last one is here, too, or nearly, and the link would rest while it runs.
  Promise.all(scripts.slice(0, -1)).then(loadNextBehindView, () => undefined);
  // Nobody else can say so when the shell itself does not come.
  Promise.all(scripts).then(() => {
    store(SEEN_SHELL, shell.version);
    loadNextBehindView();
  }, portal.fail);
}

function loadNextBehindView(): void {
  if (portal.showsFirstView?.() && !isHeldBack) loadNext();
}

/** React takes the view's place without it. Where it must be downloaded, what the screen needs at once comes first. */
function loadNext(): void {
  for (const address of data.firstView?.next ?? []) portal.load(address).catch(() => undefined);
}

/** Reports once that the shell did not start, since the code that reports is the shell's. */
function reportFailure(): void {
  if (hasFailed || data.preview) return;
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
function ask(addresses: readonly string[], token: string | Promise<string>): void {
  for (const address of addresses) {
    const answer =
      typeof token === 'string'
        ? call(address, token)
        : token.then((renewed) => call(address, renewed));
    answer.catch(() => undefined);
    answers.set(address, answer);
  }
}

function call(address: string, token: string): Promise<Response> {
  const headers = apiHeaders(config, locale, { authorization: `Bearer ${token}` });
  return fetch(config.apiUrl + address, { headers, priority: 'high' });
}

function knowsShell(): boolean {
  return stored(SEEN_SHELL) === shell.version;
}
