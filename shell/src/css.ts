import { prefixedCss } from '@portal/shared-ui/css';

/** Styles of the shell. Its stylesheet is the shared one, so its classes have the shared prefix. */
export const css = prefixedCss('ui');
