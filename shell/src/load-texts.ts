import type { Locale } from '@portal/shared-contract';

const loaded = new Map<Locale, Promise<void>>();

/**
 * Loads the texts of the shell's scripts in a language, once: scripts that follow bring theirs. The next call
 * retries a failed load. Does not change the displayed language.
 */
export function loadTexts(locale: Locale): Promise<void> {
  const known = loaded.get(locale);
  if (known) return known;
  const { shell, loadTexts: load } = window.portal;
  const loading = load(shell, locale);
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}
