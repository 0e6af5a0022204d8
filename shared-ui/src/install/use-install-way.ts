import { useEffect, useState } from 'react';

/** How this browser installs the portal as an app: it asks itself, or the member does it in its menu. */
export type InstallWay =
  | { readonly by: 'prompt'; readonly prompt: InstallPrompt }
  | { readonly by: 'share' };

/** `BeforeInstallPromptEvent`, which TypeScript does not know. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

const isPrompt = (event: Event | undefined): event is InstallPrompt =>
  event !== undefined && 'prompt' in event;

/**
 * How the portal can be installed here.
 * @returns undefined where it cannot, where it is installed, and until the browser says that it can
 */
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
