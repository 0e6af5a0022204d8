import { href, useLocale, useNavigate } from '@portal/shared-routing';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { richText } from '#styled/recipes/rich-text.js';
import { cleanHtml } from './rich-text/clean.ts';

/** Shows an operator's HTML, cleaned and in the portal's type. */
export function RichText({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const locale = useLocale();

  // Inserts nodes instead of markup, so that no string is parsed a second time.
  useLayoutEffect(() => {
    const clean = cleanHtml(html);
    for (const link of clean.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
      link.setAttribute('href', href(link.getAttribute('href') ?? '/', locale));
    }
    place.current?.replaceChildren(clean);
  }, [html, locale]);

  /** Follows a link into the portal without loading the page again. */
  function follow(event: MouseEvent<HTMLDivElement>): void {
    const link = (event.target as Element).closest('a[href^="/"]');
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!link || !plain || event.altKey) return;
    event.preventDefault();
    void navigate(link.getAttribute('href') ?? '/');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div ref={place} className={richText()} onClick={follow} />
  );
}
