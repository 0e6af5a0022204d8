const COMPONENTS = /(= )(React\d*\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAMES = /^\w+\.displayName = "\w+";$/gm;

/** A webpack loader that marks React's component functions as free of effects, so that unused ones go. */
export default function unusedComponents(source: string): string {
  return source.replace(COMPONENTS, '$1/* @__PURE__ */ $2').replace(DISPLAY_NAMES, '');
}
