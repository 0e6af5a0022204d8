import type { Page } from '@playwright/test';

/**
 * The links of a screen's content that lead where another one of it leads, with their words. Header, menu and
 * footer are on every screen and stand outside `main`; the ways within it that are on several have a `nav`.
 * A thing to do may lead to what it is about, which the home shows too, and a link for the eye alone is not a second one.
 */
export function doubledLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = new Map<string, string[]>();
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) {
      if (
        !link.checkVisibility() ||
        link.closest('nav, [aria-hidden], [aria-labelledby=my-page-pending-tasks]')
      )
        continue;
      const name = link.getAttribute('aria-label') ?? link.textContent?.trim() ?? '';
      words.set(link.href, [...(words.get(link.href) ?? []), name]);
    }
    return [...words]
      .filter(([, names]) => names.length > 1)
      .map(([target, names]) => `${target}: ${names.join(' · ')}`);
  });
}
