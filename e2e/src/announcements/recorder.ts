/** The name under which a page reaches {@link Heard} of the test. */
export const BINDING = 'screenReaderHears';

/** Something that a screen reader says without being asked, as one line of text. */
type Heard = (line: string) => void;

/** Of Chromium, with ComputedAccessibilityInfo: what the browser tells assistive technology. */
type Computed = Element & { readonly computedName: string; readonly computedRole: string };

/**
 * Runs in each page before its scripts and reports, in order, what a screen reader says by itself: the
 * title of a new page, each move of the focus that the member did not make with Tab or an arrow, and
 * changes of live regions. It judges strictly. An alert is read when it is inserted. Any other region
 * is read only when it changes, because most screen readers skip a region that comes with its text.
 * What the server has put into the page is not read by itself (ARIA Authoring Practices, Alert).
 */
export function recordAnnouncements(binding: string): void {
  // The silent check of the session runs in a frame that nobody sees.
  if (window !== window.top) return;
  const LIVE = '[aria-live], [role=alert], [role=status], [role=log], output';
  const say = (line: string) => (window as unknown as Record<string, Heard>)[binding]?.(line);
  const known = new WeakSet<Element>();
  let title = '';
  let steps = false;
  /** What the parser has put into the page was there before the page was read. */
  let parsed = false;
  let previous: Element | undefined;
  let previousDialog: Element | undefined;
  /** The focus that the page had from the start is read after its title. */
  let first: string | undefined;

  const quoted = (text: string) => `“${text.replaceAll('\u200B', '').replace(/\s+/g, ' ').trim()}”`;
  const isAlert = (region: Element) =>
    region.getAttribute('aria-live') === 'assertive' || region.getAttribute('role') === 'alert';
  const isOff = (region: Element) => region.getAttribute('aria-live') === 'off';
  const isAtomic = (region: Element) =>
    region.getAttribute('aria-atomic') === 'true' ||
    (region.getAttribute('aria-atomic') !== 'false' && !region.matches('[role=log], :not([role])'));

  /** The text of a node without what is hidden, and the names of pictures and of icon buttons. */
  function textOf(node: Node): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.matches('[aria-hidden=true], script, style')) return '';
    if (!node.checkVisibility({ visibilityProperty: true })) return '';
    if (node.hasAttribute('aria-label')) return ` ${(node as Computed).computedName} `;
    const inner = [...node.childNodes].map(textOf).join('');
    return getComputedStyle(node).display === 'inline' ? inner : ` ${inner} `;
  }

  function sayRegion(region: Element, added: readonly Node[]): void {
    if (isOff(region) || region.closest('[aria-busy=true]')) return;
    const text = isAtomic(region) ? textOf(region) : added.map(textOf).join(' ');
    if (text.trim()) say(`${isAlert(region) ? 'alert' : 'says'} ${quoted(text)}`);
  }

  function onMutations(records: readonly MutationRecord[]): void {
    if (parsed) sayTitle();
    const changed = new Map<Element, Node[]>();
    for (const { target, addedNodes, type } of records) {
      const holder = target instanceof Element ? target : target.parentElement;
      const region = holder?.closest(LIVE);
      if (region?.isConnected && known.has(region)) {
        const added = type === 'characterData' ? [target] : [...addedNodes];
        changed.set(region, [...(changed.get(region) ?? []), ...added]);
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected) continue;
        for (const one of [node, ...node.querySelectorAll('*')]) {
          if (!one.matches(LIVE) || known.has(one)) continue;
          known.add(one);
          if (isAlert(one) && parsed) changed.set(one, [...one.childNodes]);
        }
      }
    }
    if (!parsed) return;
    for (const [region, added] of changed) sayRegion(region, added);
  }

  function sayTitle(): void {
    if (document.title === title) return;
    title = document.title;
    // Until the portal has started, its page has the name of the brand alone.
    const [page, brand] = title.split(' · ');
    if (page && brand) say(`title ${quoted(page)}`);
  }

  function spoken(element: Element): string {
    const { computedRole, computedName } = element as Computed;
    const described = (element.getAttribute('aria-describedby') ?? '').split(/\s+/);
    const notes = described
      .map((id) => document.getElementById(id))
      .map((one) => one && textOf(one));
    const note = notes.filter(Boolean).join(' ');
    const invalid = element.getAttribute('aria-invalid') === 'true' ? ' invalid' : '';
    return `${computedRole} ${quoted(computedName)}${invalid}${note ? ` ${quoted(note)}` : ''}`;
  }

  function sayFocus(line: string): void {
    if (parsed) say(line);
    else first = line;
  }

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    // What has changed until now comes first.
    onMutations(observer.takeRecords());
    const before = previous;
    previous = target;
    Object.assign(window, { heardFocus: true });
    if (steps) {
      checkOrder(before, target);
      return;
    }
    const dialog = target.closest('[role=dialog], [role=alertdialog]') ?? undefined;
    const entered = dialog !== target && dialog !== previousDialog && dialog;
    previousDialog = dialog;
    sayFocus(`focus ${entered ? `${spoken(dialog)}, ` : ''}${spoken(target)}`);
  }

  /** WCAG 2.4.3: within one part of the page, Tab goes down or to the right. */
  function checkOrder(before: Element | undefined, now: Element): void {
    const part = now.closest('main, [role=dialog]');
    if (!before || !part?.contains(before)) return;
    const [from, to] = [before.getBoundingClientRect(), now.getBoundingClientRect()];
    if (to.bottom <= from.top && to.left <= from.left)
      say(`out of order: ${spoken(now)} after ${spoken(before)}`);
  }

  const isStep = ({ key }: KeyboardEvent) => key === 'Tab' || key.startsWith('Arrow');
  window.addEventListener('keydown', (event) => (steps = isStep(event)), true);
  window.addEventListener('keyup', () => (steps = false), true);
  document.addEventListener('focusin', onFocus, true);
  document.addEventListener('DOMContentLoaded', () => {
    onMutations(observer.takeRecords());
    parsed = true;
    sayTitle();
    if (first) say(first);
  });
  const observer = new MutationObserver(onMutations);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
