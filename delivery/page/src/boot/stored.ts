/** Privacy settings may refuse storage: then nothing is stored. */
export function stored(
  name: string,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): string | null {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}
