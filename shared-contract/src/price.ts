import type { Locale } from './locale.ts';

/**
 * The tax in a price that includes it, in whole yen, rounded down.
 * @param percent the rate
 */
export const taxIn = (price: number, percent: number): number =>
  Math.floor((price * percent) / (100 + percent));

/** What was sold at each rate and the tax in it, rounded once for the rate. */
export function taxesIn(
  sold: readonly { readonly price: number; readonly tax: number }[],
): { readonly rate: number; readonly price: number; readonly tax: number }[] {
  const sums = new Map<number, number>();
  for (const { price, tax } of sold) sums.set(tax, (sums.get(tax) ?? 0) + price);
  return [...sums].map(([rate, price]) => ({ rate, price, tax: taxIn(price, rate) }));
}

/** A price in yen as each language writes it: 9,800円, ¥9,800. */
export function formatYen(price: number, locale: Locale): string {
  const digits = price.toLocaleString('en-US');
  return locale === 'ja' ? `${digits}円` : `¥${digits}`;
}
