import type { PortalConfig } from '@portal/shared-contract';

/** Pushed after each route change. */
type PageView = {
  readonly event: 'page_view';
  readonly page_path: string;
  readonly page_location: string;
  readonly page_title: string;
};

export type Analytics = {
  /** Reloads the script on each change of the member's id. */
  memberChanged(id: string | undefined): void;
  pageViewed(): void;
};

declare global {
  interface Window {
    /** The queue that the analytics script reads. */
    dataLayer?: unknown[];
  }
}

/**
 * Analytics, when configured and unless the member has objected: Do Not Track and Global Privacy
 * Control switch it off before anything is loaded. Only page views and the member's id are sent.
 */
export function analyticsFor(
  config: PortalConfig['analytics'],
  page: Pick<Window, 'document' | 'location' | 'navigator'> & { dataLayer?: unknown[] } = window,
): Analytics | undefined {
  if (config === undefined || objects(page.navigator)) return undefined;
  const queue: unknown[] = page.dataLayer ?? [];
  page.dataLayer = queue;
  let script: HTMLScriptElement | undefined;
  let member: string | undefined;

  function load(): void {
    script?.remove();
    script = page.document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (config?.integrity) script.integrity = config.integrity;
    // The page's Trusted Types policy allows this URL besides those of the registry.
    script.src = config?.scriptUrl ?? '';
    page.document.head.append(script);
  }

  return {
    memberChanged(id) {
      if (script !== undefined && id === member) return;
      member = id;
      queue.push({ event: 'member', member_id: id ?? null });
      load();
    },
    pageViewed() {
      const { location, document } = page;
      queue.push({
        event: 'page_view',
        page_path: location.pathname,
        page_location: withoutSecrets(location.href),
        page_title: document.title,
      } satisfies PageView);
    },
  };
}

function objects(navigator: Navigator): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Removes the query and fragment: codes and states of mail links and of the sign-in must not reach a third party. */
function withoutSecrets(href: string): string {
  const url = new URL(href);
  url.search = '';
  url.hash = '';
  return url.href;
}
