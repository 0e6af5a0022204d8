import type { Locale } from '@portal/shared-contract';
import { msg, translator } from '#i18n';

/** A moment in Japan, as the portal writes it: messages and the pages of the sign-in have no time zone of their own. */
export function momentInJapan(locale: Locale, at: Date): string {
  const moment = new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  }).format(at);
  return translator(locale)(msg`${{ moment }} (Japan time)`);
}
