/// <reference types="@testing-library/jest-dom" />

/** A picture or a font: its address, which the build gives it. */
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.png' {
  const address: string;
  export default address;
}
declare module '*.jpg' {
  const address: string;
  export default address;
}
declare module '*.webp' {
  const address: string;
  export default address;
}
declare module '*.avif' {
  const address: string;
  export default address;
}
declare module '*.woff2' {
  const address: string;
  export default address;
}

/** A catalog, compiled by the build's loader or by the tests' transform. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
