/** Adds what jsdom lacks, as far as a component needs it to mount. */

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

class NoIntersection implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

const nothingMatches = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList;

const gaps: Record<string, unknown> = {
  ResizeObserver: NoResize,
  IntersectionObserver: NoIntersection,
  matchMedia: nothingMatches,
};
for (const [name, value] of Object.entries(gaps)) {
  if (!(name in window)) Object.defineProperty(window, name, { value, writable: true });
}

Object.defineProperty(window, 'scrollTo', { value: () => {}, writable: true });
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector('button')?.focus();
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

if (!('CSS' in window)) {
  // The ids of our components need no further escaping.
  const escapeIdentifier = (value: string) => value.replace(/[^\w-]/g, (char) => `\\${char}`);
  Object.defineProperty(window, 'CSS', {
    value: { escape: escapeIdentifier, supports: () => false },
  });
}
