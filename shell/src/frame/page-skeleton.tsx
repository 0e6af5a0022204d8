import type { ReactElement } from 'react';

/**
 * The place of a screen that has not arrived: the same shapes, by the same critical CSS, as the
 * page's own skeleton (skeleton/skeleton.html), so that nothing moves when the frame takes over.
 */
export function PageSkeleton(): ReactElement {
  return (
    <div className="sk-main" aria-hidden="true">
      <i className="sk-title" />
      <i className="sk-line" />
      <i className="sk-card" />
      <i className="sk-card" />
    </div>
  );
}

/** Takes away the page's own skeleton; the frame stands. */
export function removeSkeleton(document: Document): void {
  document.getElementById('skeleton')?.remove();
}
