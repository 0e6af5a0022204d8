import type { OutboxMessage } from '@portal/server-mail/queue';
import { DeliveryError } from '@portal/server-mail/transports/transport';
import type { DomainContext } from '@portal/server-platform/database/database';
import webPush from 'web-push';
import { findPush, removePush } from './push-subscriptions.ts';
import { isPushService, type PushSettings, vapidKeys } from './settings.ts';

const TIMEOUT_MS = 20_000;
/** The browser has ended the subscription (RFC 8030 §7.3), or the service has. */
const ENDED: readonly number[] = [404, 410];
/** The service refuses this message for good; any other failure may be temporary. */
const ABOUT_THE_MESSAGE: readonly number[] = [400, 401, 403, 413];

export type PushContext = Pick<DomainContext, 'db' | 'clock'> & {
  readonly config: Pick<PushSettings, 'secrets' | 'vapidKeys' | 'pushServices' | 'portalOrigin'>;
};

/**
 * Sends push messages (RFC 8030), encrypted for the browser (RFC 8291) and signed by the portal's key
 * (RFC 8292). One whose browser takes none any more ends here: there is nobody to send it to.
 */
export function pushTransport({ db, clock, config }: PushContext) {
  const subject = subjectOf(config.portalOrigin);

  /** @throws DeliveryError */
  return async (message: OutboxMessage): Promise<void> => {
    const subscription = await findPush({ db }, message.recipient);
    if (!subscription) return;
    const { id, endpoint, p256dh, auth, vapidKey } = subscription;
    const key = vapidKeys(config).find(({ publicKey }) => publicKey === vapidKey);
    // The operator has replaced the key, or takes the service for unsafe.
    if (!key || !isPushService(endpoint, config.pushServices)) return removePush({ db }, id);
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadOf(message),
      {
        TTL: secondsUntil(message.expiresAt, clock.now()),
        urgency: 'normal',
        vapidDetails: { subject, ...key },
      },
    );
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: textOf(headers),
      body: new Uint8Array(body ?? []),
      // A redirect could lead to a host that is not checked.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      const reason = cause instanceof Error && cause.name === 'TimeoutError' ? 'silent' : 'away';
      throw new DeliveryError(`push service: ${reason}`, { cause, permanent: false });
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    if (ENDED.includes(answer.status)) return removePush({ db }, id);
    throw new DeliveryError(`push service: ${answer.status}`, {
      permanent: ABOUT_THE_MESSAGE.includes(answer.status),
    });
  };
}

/** What the service worker shows; it opens the member's page. No name, number or address is in it. */
function payloadOf({ subject, text, locale }: OutboxMessage): string {
  const url = locale === 'en' ? '/en/my-page' : '/my-page';
  return JSON.stringify({ title: subject, body: text, url, lang: locale });
}

const secondsUntil = (end: Date | null, now: Date): number =>
  end ? Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000)) : 0;

/** The length is set by `fetch`, which accepts no header of that name. */
function textOf(headers: Readonly<Record<string, string | number>>): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
  return Object.fromEntries(others.map(([name, value]) => [name, String(value)]));
}

/** Whom the operator of a push service may write to (RFC 8292 §2.1): a web or a mail address. */
const subjectOf = (portalOrigin: string): string =>
  portalOrigin.startsWith('https:')
    ? portalOrigin
    : `mailto:no-reply@${new URL(portalOrigin).hostname}`;
