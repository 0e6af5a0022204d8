/** What a translation has put in the place of a text, by the text that React still knows. */
const standIns = new WeakMap<Node, ChildNode>();

/**
 * Lets React go on in a page that the browser translates. A translation puts elements in the place of texts: React
 * would throw where it removes such a text or puts something before it, and a text that changes would not be seen.
 * A changed text takes its place again, to be translated anew.
 * @returns a function that ends it
 */
export function followTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype;
  const observer = new MutationObserver((records) => {
    for (const {
      type,
      target,
      addedNodes,
      removedNodes,
      previousSibling,
      nextSibling,
    } of records) {
      if (type === 'characterData') {
        standIns.get(target)?.replaceWith(target);
        standIns.delete(target);
      }
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isOfTranslation);
      if (!standIn) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text)) continue;
        standIns.set(text, standIn);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const present = inPlaceOf(child, this);
    if (present) removeChild.call(this, present);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    insertBefore.call(this, child, before && (inPlaceOf(before, this) ?? null));
    return child;
  };
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}

/** The child of a parent that stands where a text of it stood; undefined where there is none. */
function inPlaceOf(text: Node, parent: Node): Node | undefined {
  if (text.parentNode === parent) return text;
  const standIn = standIns.get(text);
  return standIn?.parentNode === parent ? standIn : undefined;
}

const isOfTranslation = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';
