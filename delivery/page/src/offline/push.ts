import { parsedUrl } from '@portal/shared-contract/parsed-url';

/** What this file uses of the worker's global scope; TypeScript's own types of it clash with those of pages. */
export type PushScope = {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

type Tab = {
  readonly url: string;
  focus(): Promise<Tab>;
  navigate(url: string): Promise<unknown>;
};
type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type PushEvent = LifeEvent & { readonly data: { json(): unknown } | null };
type ClickEvent = LifeEvent & {
  readonly notification: { readonly data?: unknown; close(): void };
};

/** Where a press leads if the message names no page of ours. */
const HOME = '/my-page';

/** Shows the push messages of the server, and opens the page of the portal that a pressed one names. */
export function showPushMessages(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const message = messageOf(event);
    if (!message) return;
    const { title, body, lang, url } = message;
    // The same reminder of several passports is shown once.
    const options = { body, lang, tag: title, data: { url } };
    event.waitUntil(scope.registration.showNotification(title, options));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, (event.notification.data as { url?: unknown } | undefined)?.url));
  });
}

type Message = {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly url: string;
};

function messageOf({ data }: PushEvent): Message | undefined {
  let message: Partial<Record<keyof Message, unknown>> | null | undefined;
  try {
    message = data?.json() as typeof message;
  } catch {
    return undefined;
  }
  const { title, body, lang, url } = message ?? {};
  if (typeof title !== 'string' || title === '') return undefined;
  return { title, body: textOf(body), lang: textOf(lang), url: textOf(url) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Opens a page of the portal, in a tab of the portal if there is one. */
async function open({ clients, location }: PushScope, named: unknown): Promise<void> {
  const page = parsedUrl(textOf(named) || HOME, location.origin);
  // The origin is compared, because `//host` and `https:host` are other origins in the form of a path.
  const url = page?.origin === location.origin ? page.href : location.origin + HOME;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => new URL(one.url).origin === location.origin);
  if (!tab) {
    await clients.openWindow(url);
    return;
  }
  await tab.focus();
  // A tab that no worker controls cannot be led elsewhere; it is in front at least.
  if (tab.url !== url) await tab.navigate(url).catch(() => undefined);
}
