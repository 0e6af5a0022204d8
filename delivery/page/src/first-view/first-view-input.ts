import { FIRST_VIEW_ID } from '@portal/shared-contract/first-view';

/** The class of shared-ui's spinner. */
const SPINNER = 'ui-spinner';

/**
 * Keeps the first press of a button, which does nothing before React is there, and lets the button say
 * that it is busy. Links work by themselves.
 * @returns gives the button that was pressed
 */
export function keepClick(view: HTMLElement): () => HTMLElement | undefined {
  let pressed: HTMLElement | undefined;
  view.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (!button || pressed) return;
    pressed = button;
    button.ariaBusy = 'true';
    button.ariaDisabled = 'true';
    if (!button.querySelector('[data-label]')) return;
    const mark = document.createElement('span');
    mark.dataset.busyMark = '';
    mark.ariaHidden = 'true';
    const spinner = document.createElement('span');
    spinner.className = SPINNER;
    mark.append(spinner);
    button.append(mark);
  });
  return () => pressed;
}

/** React's element for one of the first view: of the same id or address, or else of the same words. */
export function counterpartOf(element: Element, root: HTMLElement): HTMLElement | undefined {
  const { tagName, id, textContent } = element;
  const href = element.getAttribute('href');
  const main = root.querySelector('main') ?? root;
  return [...main.querySelectorAll<HTMLElement>(tagName)].find((drawn) =>
    id
      ? drawn.id === id.slice(FIRST_VIEW_ID.length)
      : href
        ? drawn.getAttribute('href') === href
        : drawn.textContent === textContent,
  );
}
