import { prefixedCss } from '@portal/kit/ui/css';

/** Styles of this remote. Its classes have a prefix, so that no other stylesheet affects them. */
export const css = prefixedCss('ac');
