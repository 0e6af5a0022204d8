import { prefixedCss } from '@portal/shared-ui/css';

/** This remote's `css()`: its class prefix keeps other style sheets from matching its classes. */
export const css = prefixedCss('mp');
