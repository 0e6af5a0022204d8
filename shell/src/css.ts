import { prefixedCss } from '@portal/shared-ui';

/** The shell's styles. Its sheet is the shared one, so its classes carry the shared prefix. */
export const css = prefixedCss('ui');
