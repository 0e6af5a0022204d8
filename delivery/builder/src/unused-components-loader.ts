const COMPONENTS = /(= )(React\d*\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAMES = /^\w+\.displayName = "\w+";$/gm;

/**
 * A webpack loader for a library of React components: lets the minifier take out those that nobody uses.
 * It cannot know that React's functions have no effects, and a display name counts as a use.
 */
export default function unusedComponents(source: string): string {
  return source.replace(COMPONENTS, '$1/* @__PURE__ */ $2').replace(DISPLAY_NAMES, '');
}
