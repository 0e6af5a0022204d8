import { prefixedCss } from '@portal/kit/ui/css';

/** The `css()` of this remote: its classes carry a prefix, so no other style sheet matches them. */
export const css = prefixedCss('su');
