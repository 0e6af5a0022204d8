import { formatDateTime } from '@portal/kit/i18n';

/** The date and time of a moment in Japan, where the turnstiles are. */
export const momentInJapan = (moment: string): string =>
  formatDateTime(moment, { timeZone: 'Asia/Tokyo' });
