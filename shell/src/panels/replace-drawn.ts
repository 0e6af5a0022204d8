/**
 * Takes what the page had drawn into a panel out of it, once the real content is there too. The groups
 * that the member has opened stay open, and the focus moves to the same control.
 */
export function replaceDrawn(panel: HTMLElement, drawn: readonly Element[]): void {
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
