import { type ReactNode, type ReactPortal, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { closePanel } from './panel.tsx';

type Props = { readonly panel: HTMLElement; readonly children: ReactNode };

/** Draws into a panel, in place of what the page has drawn there. */
export function PanelContent({ panel, children }: Props): ReactPortal {
  const [drawn] = useState(() => [...panel.children]);
  // Before the paint, so that both are never seen.
  useLayoutEffect(() => replaceDrawn(panel, drawn), [panel, drawn]);
  useEffect(() => closeBehindFocus(panel), [panel]);
  return createPortal(children, panel);
}

/** Closes a panel when the focus goes elsewhere, where it would be behind the panel. */
function closeBehindFocus(panel: HTMLElement): () => void {
  const leave = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || panel.contains(target)) return;
    // A press on the panel's button moves the focus there and closes the panel itself.
    const isPress =
      target.matches(`[popovertarget="${panel.id}"]`) && !target.matches(':focus-visible');
    if (!isPress) closePanel(panel);
  };
  document.addEventListener('focusin', leave);
  return () => document.removeEventListener('focusin', leave);
}

/** Removes what the page had drawn once the real content is there; open groups and the focus are kept. */
function replaceDrawn(panel: HTMLElement, drawn: readonly Element[]): void {
  const isDrawn = (element: Element | null) => drawn.some((part) => part.contains(element));
  const twinOf = (element: Element) =>
    [...panel.querySelectorAll<HTMLElement>(element.tagName)].find(
      (other) => !isDrawn(other) && isSame(other, element),
    );
  for (const part of drawn)
    for (const summary of part.querySelectorAll('details[open] > summary'))
      twinOf(summary)?.parentElement?.setAttribute('open', '');
  const { activeElement } = document;
  if (activeElement && isDrawn(activeElement)) twinOf(activeElement)?.focus();
  for (const part of drawn) part.remove();
}

const isSame = (one: Element, other: Element): boolean =>
  one.getAttribute('href') === other.getAttribute('href') &&
  one.ariaLabel === other.ariaLabel &&
  one.textContent === other.textContent;
