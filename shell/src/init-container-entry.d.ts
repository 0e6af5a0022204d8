declare module '@module-federation/webpack-bundler-runtime/init-container-entry' {
  export const initContainerEntry: unknown;
}
