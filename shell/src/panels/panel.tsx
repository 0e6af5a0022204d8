import { type BELL_PANEL, MENU_PANEL, panelTitleId } from '@portal/shared-contract/first-view';
import { Skeleton, SkeletonGroup } from '@portal/shared-ui';
import type { ReactNode } from 'react';

export type PanelId = typeof MENU_PANEL | typeof BELL_PANEL;

const SKELETON_ROWS = 5;

/** The tag of a panel's element: the bell's is a region by itself. */
export const panelTag = (id: PanelId) => (id === MENU_PANEL ? 'div' : 'section');

/** The attributes of a panel's element. The browser opens and closes it by the buttons that name it. */
export const panelAttributes = (id: PanelId): Readonly<Record<string, string>> => ({
  id,
  popover: 'auto',
  // The panel itself takes the focus as it opens, so that new content does not lose it.
  autofocus: '',
  tabindex: '-1',
  'aria-labelledby': panelTitleId(id),
  ...(id === MENU_PANEL && { role: 'dialog', 'aria-modal': 'true' }),
});

/** The element of a panel: the one that the page has drawn, else a new one. It outlives what is in it. */
export function panelElement(id: PanelId): HTMLElement {
  const drawn = document.getElementById(id);
  if (drawn) return drawn;
  const element = document.createElement(panelTag(id));
  for (const [name, value] of Object.entries(panelAttributes(id)))
    element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

/** Whether a panel is open. The class is that of the polyfill (popover-polyfill.ts). */
export const isOpen = (panel: HTMLElement): boolean =>
  panel.matches(':is(:popover-open, .\\:popover-open)');

/** Closes a panel. The focus returns to its button if it was in the panel. */
export function closePanel(panel: HTMLElement): void {
  if (isOpen(panel)) panel.hidePopover();
}

type HeadProps = { readonly of: PanelId; readonly title: ReactNode; readonly children?: ReactNode };

/** The head of a panel: its title, and what stands beside it. */
export const PanelHead = ({ of, title, children }: HeadProps) => (
  <div data-head="">
    <h2 id={panelTitleId(of)}>{title}</h2>
    {children}
  </div>
);

/** In the place of a panel's content while that is on its way. */
export const PanelSkeleton = () => (
  <SkeletonGroup>
    <PanelRows />
  </SkeletonGroup>
);

/** As the page draws it, also in a panel that stays closed: there it must not say that something loads. */
export const PanelRows = () => (
  <div data-rows="">
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders, never reordered
      <Skeleton key={index} />
    ))}
  </div>
);
