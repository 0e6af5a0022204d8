import { withDeadline } from '@portal/kit/contract';

const ANSWERS_WITHIN_MS = 9_000;

/** `unsupported` includes a browser in which the portal's service worker, which shows messages, does not run (yet). */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Reads the state without asking the member for anything. */
export async function readPushState(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && (await manager.getSubscription());
  return isOn ? 'on' : 'off';
}

export type BrowserSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** Asks for the permission, which browsers allow after a press alone. `key`: base64url. Undefined where not allowed. */
export async function subscribeToPush(key: string): Promise<BrowserSubscription | undefined> {
  const allowed = await Notification.requestPermission();
  const manager = allowed === 'granted' ? await pushManager() : undefined;
  if (!manager) return undefined;
  // One that was made with an earlier key of the server stands in the way of another.
  await (await manager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // Where the network does not reach the browser's push service, some browsers never answer.
  const subscribing = withDeadline(manager.subscribe(options), ANSWERS_WITHIN_MS);
  const subscription = await subscribing.catch(() => undefined);
  const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}

/** Ends the subscription in the browser, so that its push service forgets it too. */
export async function unsubscribeFromPush(): Promise<void> {
  const manager = await pushManager();
  await (await manager?.getSubscription())?.unsubscribe();
}

async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return undefined;
  }
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}
