import type { Locale } from './locale.ts';

/** The rate of Japan's consumption tax, in per cent. */
export const TAX_PERCENT = 10;

/** The tax in a price that includes it, in whole yen, rounded down. */
export const taxIn = (price: number): number =>
  Math.floor((price * TAX_PERCENT) / (100 + TAX_PERCENT));

/** A price in yen as each language writes it: 9,800円, ¥9,800. */
export function formatYen(price: number, locale: Locale): string {
  const digits = price.toLocaleString('en-US');
  return locale === 'ja' ? `${digits}円` : `¥${digits}`;
}
