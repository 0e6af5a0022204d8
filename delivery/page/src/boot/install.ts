import type { Locale, PortalPage } from '@portal/shared-contract';

/** Prepares the installation as an app; the browser may offer it before any other script is there. */
export function prepareInstall(portal: Pick<PortalPage, 'installPrompt'>, locale: Locale): void {
  const manifest = document.querySelector<HTMLLinkElement>('[rel=manifest]');
  if (manifest) manifest.href = manifest.href.replace('/app/ja.', `/app/${locale}.`);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    portal.installPrompt = event;
  });
}
