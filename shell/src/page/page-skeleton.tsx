/**
 * The placeholder of a screen that is loading. It has the same shapes and critical CSS as the
 * page's own skeleton (skeleton/skeleton.html), so that nothing shifts when React takes over.
 */
export function PageSkeleton() {
  return (
    <div className="sk-main" aria-hidden="true">
      <i className="sk-title" />
      <i className="sk-line" />
      <i className="sk-card" />
      <i className="sk-card" />
    </div>
  );
}

/** Removes the page's own skeleton once React has rendered the layout. */
export function removeSkeleton(document: Document): void {
  document.getElementById('skeleton')?.remove();
}
