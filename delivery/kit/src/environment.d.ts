/// <reference types="@testing-library/jest-dom" />

/** A catalog, compiled by the build's loader or by the tests' transform. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
