/**
 * The first of the shell's scripts: what the page does before React, but for the requests that the boot script has started.
 * It shows the first view, renews an access token that has ended, and begins the silent check. It is a file of its own so that the page is small;
 * the boot script asks for it beside the stylesheets, and the view waits for these and for the answers anyway.
 *
 * boot-script.ts bundles it. Import nothing here that brings a library: every first visit loads it.
 */
import { beginRenewal } from '@portal/shared-auth/early-renewal';
import { keptFirstView } from '@portal/shared-auth/kept-first-view';
import { CALLBACK_PATH } from '@portal/shared-auth/paths';
import { beginSilentCheck, firstAttempt } from '@portal/shared-auth/silent-check';
import { ACCESS_TOKEN, ONEID_USER_ID } from '@portal/shared-auth/stored-names';
import { localeOf } from '@portal/shared-i18n/locale-path';
import { startFirstView } from '../first-view/first-view.ts';
import type { BegunPage } from './begun-page.ts';
import { stored } from './stored.ts';

/** How long React waits for the first view, from the boot script on; where the access token has ended, a round longer. */
const FIRST_VIEW_WAIT_MS = { alive: 600, ended: 1000 };

const portal: BegunPage = window.portal;
const { begun, config } = portal;
// A second attempt has nothing left to do.
if (begun) goOn(begun);

function goOn({
  startedAt,
  path,
  loadStyles,
  live,
  unasked,
  ask,
  startScripts,
}: NonNullable<BegunPage['begun']>): void {
  delete portal.begun;
  const locale = localeOf(location.pathname);
  // Without Web Locks, other tabs cannot wait: then the session renews.
  const renewal = unasked.length > 0 && navigator.locks ? beginRenewal(config) : undefined;
  portal.renewal = renewal;
  if (renewal) {
    const token = renewal.then(({ result }) => {
      if (!result.ok) throw new Error(result.reason);
      return result.accessToken;
    });
    ask(unasked, token);
  }
  const firstView =
    portal.firstView &&
    startFirstView({
      view: portal.firstView,
      locale,
      path,
      early: portal.early,
      named: renewal?.then(
        ({ member }) => member,
        () => undefined,
      ),
      kept: () => keptFirstView(location.pathname),
      styles: () => Promise.all(loadStyles()),
      member: () => (stored(ACCESS_TOKEN) ? (stored(ONEID_USER_ID) ?? '') : undefined),
    });
  if (firstView) {
    const { alive, ended } = FIRST_VIEW_WAIT_MS;
    portal.showsFirstView = firstView.isShown;
    portal.firstViewSource = firstView.source;
    portal.endFirstView = firstView.end;
    portal.yieldToFirstView = async () => {
      const limit = renewal ? ended : alive;
      await within(firstView.painted, startedAt + limit - performance.now());
      firstView.settle();
    };
    // What was kept of a member whose session has ended elsewhere shows no longer.
    renewal?.then(({ signedOut }) => signedOut && firstView.end()).catch(() => undefined);
  }
  // It does nothing where the boot script has started them.
  const painted = firstView && within(firstView.painted, FIRST_VIEW_WAIT_MS.alive);
  Promise.allSettled([live, painted]).then(startScripts);

  // A member with a stored session sees the page without the answer, so their check begins once React has drawn: its frame
  // would take time from that. Web Crypto, which the check needs, exists in secure contexts alone.
  if (path !== CALLBACK_PATH && window.isSecureContext && !stored(ACCESS_TOKEN)) {
    portal.silent = beginSilentCheck(
      config.idp,
      locale,
      window,
      firstAttempt(portal.limits.silent),
    );
  }
}

/** Resolves when the work has ended, or the time. */
function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
