import type { PassportReminder } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import type { Locale } from '@portal/shared-contract';

/**
 * The title and text of a reminder as a push message. They name nobody and no passport, because a locked
 * phone shows them to everyone.
 */
export function passportReminderPush(
  locale: Locale,
  { day }: PassportReminder,
): { readonly subject: string; readonly text: string } {
  const t = translator(locale);
  const subjects = {
    first: msg`Your passport is valid from tomorrow`,
    last: msg`Tomorrow is the last day of your passport`,
    renewal: msg`You can renew your passport`,
  };
  return { subject: t(subjects[day]), text: t(msg`You can see it in the portal.`) };
}
