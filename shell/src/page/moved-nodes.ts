/**
 * Lets React go on where a text is no longer where it was put: a browser that translates the page has taken it out.
 * React would throw, and the screen be gone. The old words stay until `followTranslation`, which comes after the first
 * page, finds what stands in their place.
 */
export function allowMovedNodes(): void {
  const { prototype } = Node;
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function (child) {
    return child.parentNode === this ? (removeChild.call(this, child) as typeof child) : child;
  };
  prototype.insertBefore = function (child, before) {
    insertBefore.call(this, child, before?.parentNode === this ? before : null);
    return child;
  };
}
