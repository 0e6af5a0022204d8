import { formatCalendarDate, type Locale, todayInJapan } from '@portal/shared-contract';
import { msg, translator } from '#i18n';

/** Made once, because making one takes longer than writing a mail. */
const formats: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  ja: timeFormat('ja-JP'),
  en: timeFormat('en-US'),
};

/** A moment in Japan, as the portal writes it: messages and the pages of the sign-in have no time zone of their own. */
export function momentInJapan(locale: Locale, at: Date): string {
  const moment = `${formatCalendarDate(todayInJapan(at))} ${formats[locale].format(at)}`;
  return translator(locale)(msg`${{ moment }} (Japan time)`);
}

function timeFormat(language: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
}
