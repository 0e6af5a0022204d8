import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { sendNotification } from '@portal/server-notifications/notifications';
import type { DomainContext } from '@portal/server-platform/database/context';
import { inAllLanguages, msg } from '@portal/server-platform/i18n';
import { type Locale, renewalPath } from '@portal/shared-contract';
import { html } from 'hono/html';
import { type PassportNotification, textsOf } from './notification-texts.ts';

/** Notifications without a link, because the member cannot open the passport (any more). */
const WITHOUT_LINK: ReadonlySet<PassportNotification['kind']> = new Set([
  'transfer_refused',
  'transfer_taken_back',
  'transfer_lapsed',
  'gift_taken_back',
  'gift_given_back',
  'gift_was_canceled',
]);

/** Notifies a member, in the transaction of the event. */
export async function notifyMember(
  tx: DomainContext,
  memberId: string,
  passportId: string,
  notice: PassportNotification,
): Promise<void> {
  const { title, body } = textsOf(notice);
  const renewable = 'renewable' in notice && notice.renewable;
  const label = inAllLanguages(renewable ? msg`Renew` : msg`See the passport`);
  const path = renewable ? renewalPath(passportId) : `/my-page/passports/${passportId}`;
  const link = (locale: Locale) =>
    WITHOUT_LINK.has(notice.kind)
      ? ''
      : html`<p><a href="${locale === 'en' ? '/en' : ''}${path}">${label[locale]}</a></p>`;
  // `html` escapes every value, such as a name.
  const bodyOf = (locale: Locale) => String(html`<p>${body[locale]}</p>${link(locale)}`);
  await sendNotification(tx, {
    memberId,
    title,
    body: { ja: bodyOf('ja'), en: bodyOf('en') },
  });
}

/**
 * Takes as long as {@link notifyMember} and notifies nobody: it writes a message that is never sent, so
 * that the response time does not reveal who has an account.
 */
export async function sendDummyNotification(
  { db, clock }: DomainContext,
  notice: PassportNotification,
): Promise<void> {
  textsOf(notice);
  const now = clock.now();
  await db.insert(outboxMessages).values({
    kind: 'mail',
    recipient: '',
    locale: 'ja',
    status: 'dropped',
    createdAt: now,
    nextAttemptAt: now,
  });
}
