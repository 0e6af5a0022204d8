declare module 'react-refresh/runtime' {
  /** Redraws what is shown with the newest version of every component. */
  export function performReactRefresh(): unknown;
}
declare module '*.css';
