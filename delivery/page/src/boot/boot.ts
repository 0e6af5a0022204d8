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
import { stored } from './stored.ts';

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

// The shell says in words that what has frozen a page before was not started.
const isHeldBack = hasFrozen(ownerName, owner.version);
// The others have texts of the language for which the page was made.
const isWhole = !isHeldBack && data.firstView?.locale === locale;
const bundles = isWhole ? data.bundles : data.bundles && { shell: data.bundles.shell };
const page: PageData = bundles ? { ...data, bundles } : data;

const firstViewEnds = firstViewDeadline(limits.view, performance.now());
const portal: BegunPage = {
  ...page,
  early: answers,
  ...createFileLoader(page, locale, fileLimit(limits.view)),
  limits,
  firstViewEnds,
  fail() {
    reportFailure();
    portal.endFirstView?.();
    showFailure(document, locale);
  },
};
window.portal = portal;

// A page that was made for another address, such as the one that is kept.
if (ownerName && owner === shell) portal.readParts().catch(() => undefined);

const { documentElement: root } = document;
root.lang = locale;
root.dataset.layout = route?.layout ?? 'default';
prepareInstall(portal, locale);
const theme = stored('theme');
if (theme === 'light' || theme === 'dark') showTheme(theme);
// The sky of the member's passport (mfe-mypage/src/screens/my-page/passport-tickets.tsx).
root.dataset.design = stored('design') ?? '';

const parts = owner === shell ? [shell] : [shell, owner];
for (const part of parts) start(part, part.styles);
const [beforeReact] = shell.scripts;
if (beforeReact) portal.load(shell.base + beforeReact).catch(portal.fail);
const unasked = isEnded ? early : [];
// Such a view waits for no answer: scripts that are here would only hold up its painting.
const isViewHere =
  Boolean(live) ||
  (early.length === 0 && data.firstView?.visitor === (token ? 'member' : 'stranger'));
portal.begun = { startedAt, path, loadStyles, live, unasked, ask, startScripts };
// Else before-react.ts starts them.
if (isViewHere) preloadBundles();
else startScripts();

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

/** The browser has them, or nearly, when they may run. */
function preloadBundles(): void {
  for (const bundle of Object.values(bundles ?? {})) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    // On a slow link the view comes first.
    link.fetchPriority = 'low';
    link.integrity = bundle.integrity;
    link.href = bundle.file;
    document.head.append(link);
  }
}

function startScripts(): void {
  if (haveScriptsBegun) return;
  haveScriptsBegun = true;
  if (!isHeldBack && owner !== shell) noteRun(ownerName, owner.version);
  // Nobody else can say so when the shell itself does not come.
  Promise.all(shell.scripts.map((file) => portal.load(shell.base + file))).catch(portal.fail);
  for (const part of isHeldBack ? [shell] : parts) start(part, part.scripts);
  if (isHeldBack) return;
  start(owner, route?.files);
  start(shell, route?.shellFiles);
  const { next } = portal.bundles ?? {};
  if (next) portal.load(next.file).catch(() => undefined);
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
  navigator.sendBeacon(reportAddress(config.apiUrl), JSON.stringify([report]));
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
