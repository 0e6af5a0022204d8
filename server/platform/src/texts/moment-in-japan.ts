import { msg, translator } from '@portal/server-platform/texts/i18n';
import { formatMoment, type Locale, todayInJapan } from '@portal/shared-contract';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const TIME: Readonly<Record<Locale, string>> = { ja: 'H:mm', en: 'h:mm A' };
const JAPAN_OFFSET_MINUTES = 9 * 60;

/** A moment in Japan, as the portal writes it: messages and the pages of the sign-in have no time zone of their own. */
export function momentInJapan(locale: Locale, at: Date): string {
  const time = dayjs(at).utcOffset(JAPAN_OFFSET_MINUTES).format(TIME[locale]);
  const moment = formatMoment(todayInJapan(at), time, locale);
  return translator(locale)(msg`${{ moment }} (Japan time)`);
}
