import { FIRST_VIEW_ID } from '@portal/shared-contract/first-view';

/** The class of shared-ui's spinner. */
const SPINNER = 'ui-spinner';

/**
 * Keeps the presses of buttons, which do nothing before React is there, each once and in their order, and lets
 * the buttons say that they are busy. Links and what opens a popover work by themselves.
 * @param pressed where the buttons are kept
 */
export function keepPresses(view: HTMLElement, pressed: HTMLElement[]): () => void {
  const keep = ({ target }: Event) => {
    const button = (target as Element).closest('button');
    const opens = button?.hasAttribute('popovertarget') && 'popover' in button;
    if (!button || opens || pressed.includes(button)) return;
    pressed.push(button);
    button.setAttribute('aria-busy', 'true');
    button.setAttribute('aria-disabled', 'true');
    if (!button.querySelector('[data-label]')) return;
    const mark = document.createElement('span');
    mark.dataset.busyMark = '';
    mark.setAttribute('aria-hidden', 'true');
    const spinner = document.createElement('span');
    spinner.className = SPINNER;
    mark.append(spinner);
    button.append(mark);
  };
  view.addEventListener('click', keep);
  return () => view.removeEventListener('click', keep);
}

/**
 * React's element for one of the first view: of the same id, or else the one of the same address, name or words that
 * has the same place among these.
 */
export function counterpartOf(
  element: Element,
  view: ParentNode,
  root: ParentNode,
): HTMLElement | undefined {
  const name = ['id', 'href', 'aria-label'].find((one) => element.getAttribute(one));
  const keyOf = (one: Element) => (name ? one.getAttribute(name) : one.textContent);
  const key = keyOf(element);
  const drawnKey = name === 'id' ? key?.slice(FIRST_VIEW_ID.length) : key;
  const { localName } = element;
  const alike = [...view.querySelectorAll(localName)].filter((one) => keyOf(one) === key);
  const drawn = [...root.querySelectorAll<HTMLElement>(localName)].filter(
    (one) => keyOf(one) === drawnKey,
  );
  return drawn[alike.indexOf(element)] ?? drawn[0];
}
