declare module 'react-refresh/runtime' {
  export function performReactRefresh(): unknown;
}
