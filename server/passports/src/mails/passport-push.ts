import type { PassportReminder } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import type { Locale } from '@portal/shared-contract';

/**
 * The title and text of a push message about tomorrow. They name nobody and no passport, because a locked
 * phone shows them to everyone.
 */
export function passportReminderPush(
  locale: Locale,
  { day }: PassportReminder,
): { readonly subject: string; readonly text: string } {
  const t = translator(locale);
  return day === 'first'
    ? {
        subject: t(msg`Your passport is valid from tomorrow`),
        text: t(msg`You can see it in the portal.`),
      }
    : {
        subject: t(msg`Tomorrow is the last day of your passport`),
        text: t(msg`You can see it in the portal.`),
      };
}
