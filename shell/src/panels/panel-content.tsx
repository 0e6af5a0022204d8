import { type ReactNode, type ReactPortal, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { closePanel } from './panel.tsx';
import { replaceDrawn } from './replace-drawn.ts';

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
