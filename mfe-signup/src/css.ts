import { prefixedCss } from '@portal/shared-ui';

/** This remote's styles: classes of its own, so that no other sheet touches them. */
export const css = prefixedCss('su');
