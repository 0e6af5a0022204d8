import { messages as texts } from '@portal/shared-i18n/locales/en.po';
import { messages as components } from '@portal/shared-ui/locales/en.po';
import { messages as shell } from '../locales/en.po';

/** All English texts of the shell and the shared packages, in one file. */
export const messages = { ...texts, ...components, ...shell };
