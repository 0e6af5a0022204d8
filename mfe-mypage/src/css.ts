import { prefixedCss } from '@portal/kit/ui/css';

/** This remote's `css()`: its class prefix keeps other style sheets from matching its classes. */
export const css = prefixedCss('mp');
