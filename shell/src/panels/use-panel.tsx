import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { AFTER_FIRST_PAGE_MS, whenIdle } from '../page/when-idle.ts';
import { closePanel, isOpen, type PanelId, panelElement } from './panel.tsx';

export type ContentProps = { readonly panel: HTMLElement; readonly open: boolean };

type Panel = {
  /** What is drawn into the panel. */
  readonly content: ReactNode;
  /** The content's code did not come while the panel was open. */
  readonly failed: boolean;
  /** Loads the content's code, since the panel is likely to be opened soon. */
  readonly prefetch: () => void;
  readonly retry: () => void;
};

/**
 * A panel that the browser opens and closes, and its content, whose code comes when the browser is idle
 * or the panel is about to be opened.
 * @param waiting stands in the open panel until then, unless the page has drawn something there
 */
export function usePanel(
  id: PanelId,
  load: () => Promise<ComponentType<ContentProps>>,
  waiting: (panel: Pick<Panel, 'failed' | 'retry'>) => ReactNode,
): Panel {
  const [panel] = useState(() => panelElement(id));
  const [drawn] = useState(() => [...panel.childNodes]);
  const [open, setOpen] = useState(() => isOpen(panel));
  const [Content, setContent] = useState<ComponentType<ContentProps>>();
  const [failed, setFailed] = useState(false);

  const loadContent = () => load().then((Loaded) => setContent(() => Loaded));
  const prefetch = () => void loadContent().catch(() => undefined);
  function retry(): void {
    setFailed(false);
    loadContent().catch(() => {
      // The words take the place of what the page has drawn.
      for (const node of drawn) node.remove();
      setFailed(isOpen(panel));
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => whenIdle(prefetch, AFTER_FIRST_PAGE_MS), []);
  useEffect(() => {
    let hadFocus = false;
    // Before it shows, so that its content is there in the first frame; after it has closed, since the focus
    // returns to the button only if it is still in the panel.
    const follow = ({ type, newState }: ToggleEvent) => {
      const { activeElement } = document;
      const hasFocus = panel.contains(activeElement);
      if (type === 'beforetoggle') hadFocus = hasFocus;
      // The browser gives the focus back to the button that opened it, which is gone if it was the first view's.
      else if (
        newState === 'closed' &&
        (hasFocus || (hadFocus && activeElement === document.body))
      ) {
        buttonOf(id)?.focus();
      }
      if (type === 'toggle' || newState === 'open') setOpen(newState === 'open');
    };
    panel.addEventListener('beforetoggle', follow);
    panel.addEventListener('toggle', follow);
    return () => {
      panel.removeEventListener('beforetoggle', follow);
      panel.removeEventListener('toggle', follow);
      closePanel(panel);
    };
  }, [panel, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at each opening
  useEffect(() => {
    if (open && !Content) retry();
  }, [open]);

  const content = Content ? (
    <Content panel={panel} open={open} />
  ) : (
    open && !drawn[0]?.isConnected && createPortal(waiting({ failed, retry }), panel)
  );
  return { content, failed, prefetch, retry };
}

const buttonOf = (id: PanelId): HTMLElement | null =>
  document.querySelector(`button[popovertarget="${id}"]:not([popovertargetaction])`);
