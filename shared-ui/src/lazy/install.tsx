/** How the portal becomes an app on this device; only where it is offered. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { installSteps } from '#styled/recipes/install-steps.js';

/** How this browser installs the portal as an app: it asks itself, or the member does it in its menu. */
export type InstallWay =
  | { readonly by: 'prompt'; readonly prompt: InstallPrompt }
  | { readonly by: 'share' };

/** `BeforeInstallPromptEvent`, which TypeScript does not know. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

const isPrompt = (event: Event | undefined): event is InstallPrompt =>
  event !== undefined && 'prompt' in event;

/** Undefined where it cannot be installed, where it is, and until the browser says that it can. */
export function useInstallWay(): InstallWay | undefined {
  const [way, setWay] = useState(installWay);
  useEffect(() => {
    // The boot script has stored the event before this is called.
    const look = () => setWay(installWay());
    window.addEventListener('beforeinstallprompt', look);
    // It may have come since the first drawing.
    look();
    return () => window.removeEventListener('beforeinstallprompt', look);
  }, []);
  return way;
}

function installWay(): InstallWay | undefined {
  if (window.matchMedia('(display-mode: standalone)').matches) return undefined;
  const { installPrompt } = window.portal;
  if (isPrompt(installPrompt)) return { by: 'prompt', prompt: installPrompt };
  // Only browsers of iPhones and iPads say whether the page is on the home screen; a Mac has no touch screen.
  const { standalone, maxTouchPoints }: Navigator & { standalone?: boolean } = navigator;
  return standalone === false && maxTouchPoints > 0 ? { by: 'share' } : undefined;
}

/** How a member adds the portal to the home screen of an iPhone or iPad, in Safari's own words and pictures. */
export function InstallSteps() {
  return (
    <ol className={installSteps()}>
      <li>
        <Trans>
          Tap <Picture drawing={SHARE} /> “Share”. If you do not see it, tap “…” first.
        </Trans>
      </li>
      <li>
        <Trans>
          Choose <Picture drawing={ADD} /> “Add to Home Screen”.
        </Trans>
      </li>
      <li>
        <Trans>Tap “Add”.</Trans>
      </li>
    </ol>
  );
}

/** As Safari draws them. */
const SHARE = 'M8 9.5H5.5v11h13v-11H16M12 15V3.5M8 7l4-4 4 4';
const ADD =
  'M7 3.5h10A3.5 3.5 0 0 1 20.5 7v10a3.5 3.5 0 0 1-3.5 3.5H7A3.5 3.5 0 0 1 3.5 17V7A3.5 3.5 0 0 1 7 3.5M12 8v8M8 12h8';

/** The words beside it say the same. */
const Picture = ({ drawing }: { readonly drawing: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="1.5em"
    height="1.5em"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ display: 'inline', verticalAlign: 'text-bottom' }}
    aria-hidden="true"
    focusable="false"
  >
    <path d={drawing} />
  </svg>
);
