declare module 'react-refresh/runtime' {
  /** Redraws the page with the newest version of every component. */
  export function performReactRefresh(): unknown;
}
