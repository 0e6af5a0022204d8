import type { Locale } from './locale.ts';

/**
 * The tax in a price that includes it, in whole yen, rounded down.
 * @param percent the rate
 */
export const taxIn = (price: number, percent: number): number =>
  Math.floor((price * percent) / (100 + percent));

/** A price in yen as each language writes it: 9,800円, ¥9,800. */
export function formatYen(price: number, locale: Locale): string {
  const digits = price.toLocaleString('en-US');
  return locale === 'ja' ? `${digits}円` : `¥${digits}`;
}
